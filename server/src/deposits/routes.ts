import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Caller } from '../api-keys/caller.ts';
import { checkView } from '../deposit-checks/view.ts';
import { ApiError } from '../errors.ts';
import { identityOf } from '../idempotency/fingerprint.ts';
import { IDEMPOTENCY_ERRORS, sendOnce } from '../idempotency/reply.ts';
import { newId, parseId } from '../ids.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { explainTaxId, isOrderTaxId, TAX_ID_FORM } from '../pix/tax-id.ts';
import { qrPng } from '../pix/qr-image.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from '../platform/field-faults.ts';
import { getId } from '../platform/get-id.ts';
import { BODY_LIMIT, type Http } from '../platform/http.ts';
import { memoize } from '../platform/memoize.ts';
import { ExternalId, IdParams, Png } from '../platform/schema.ts';
import { createDeposit, type DepositOrder } from './create-deposit.ts';
import { findStatus } from './find-status.ts';
import { findQrCode } from './store.ts';
import { depositStatus, DepositView, NewDepositView } from './view.ts';

const Body = Type.Object(
  {
    amountCents: Type.Integer({
      format: 'int32',
      minimum: MIN_AMOUNT,
      maximum: MAX_AMOUNT,
      description: 'How much the recipient gets, in whole cents.',
      examples: [5_000],
    }),
    taxId: Type.String({
      minLength: 11,
      maxLength: 14,
      description: `The payer's ${TAX_ID_FORM}`,
      examples: ['12345678909'],
    }),
    walletId: Type.Optional(
      Type.String({
        maxLength: BODY_LIMIT,
        description: 'The wallet that receives; the default wallet if absent.',
        examples: ['wal_01kah3v5wze8br4hmsf2e8r0tv'],
      }),
    ),
    passFeesToPayer: Type.Optional(
      Type.Boolean({
        description: 'Whether the payer pays the fee on top of the amount; true by default.',
        examples: [true],
      }),
    ),
    externalId: Type.Optional(ExternalId),
  },
  {
    title: 'DepositOrder',
    // Valid as it stands, so without `walletId`: the wallet in that field's example does not exist.
    examples: [{ amountCents: 5_000, taxId: '12345678909', externalId: 'order-4711' }],
  },
);

/** In the order in which fields are judged. */
const FIELDS: FieldCodes = [
  ['amountCents', 'invalid_amount'],
  ['taxId', 'invalid_tax_id'],
  ['walletId', 'invalid_request'],
  ['passFeesToPayer', 'invalid_request'],
  ['externalId', 'invalid_request'],
];

const CREATE_ERRORS = [
  ...IDEMPOTENCY_ERRORS,
  'invalid_amount',
  'invalid_tax_id',
  'no_liquid_address',
  'deposits_disabled',
] as const;

export function registerDepositRoutes(http: Http, app: App): void {
  registerCreation(http, app);
  registerStatus(http, app);
}

function registerCreation(http: Http, app: App): void {
  http.post(
    '/deposit',
    {
      config: { scope: 'deposit:create', rate: 'money', errors: CREATE_ERRORS },
      schema: {
        operationId: 'createDeposit',
        summary: 'Create a deposit',
        description:
          'Creates a Pix charge for a payer. When it is paid, DePix goes straight to the wallet.',
        tags: ['Deposits'],
        body: Body,
        // The stored text is sent unchanged.
        response: { 201: NewDepositView },
      },
      // The key is claimed before the fields are validated, so the handler reports schema errors.
      attachValidation: true,
    },
    async (request, reply) => {
      const { caller, body, validationError } = request;
      const keyed = { ...identityOf(request), resourceId: newId('dep') };
      const answer = await createDeposit(app, caller, keyed, () =>
        readOrder(app, caller, body, validationError),
      );
      return sendOnce(reply, answer);
    },
  );
}

function registerStatus(http: Http, app: App): void {
  http.get(
    '/deposit/:id/status',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'getDeposit',
        summary: 'Read a deposit',
        description: 'The state of a deposit, with the time of everything that happened to it.',
        tags: ['Deposits'],
        params: IdParams('dep', 'The deposit.'),
        response: { 200: DepositView },
      },
    },
    async (request) => {
      const id = getId('dep', request.params.id);
      const environmentId = request.caller.environment.id;
      const deposit = await findStatus(app.db, { environmentId, id });
      if (!deposit) throw new ApiError('not_found');
      return { ...depositStatus(deposit), chain: checkView(deposit) };
    },
  );
}

/** About a kilobyte each; payers and their banks load a picture several times. */
const MAX_PICTURES = 1_000;

/** Outside every prefix: banks and browsers load the picture without a key. */
export function registerQrCodeRoute(http: Http, { db }: App): void {
  const pictureOf = memoize(qrPng, MAX_PICTURES);
  http.get(
    '/qr/:file',
    {
      config: {
        open: 'The address is a secret by itself: banks and browsers load it for payers.',
        errors: ['rate_limited'],
      },
      schema: {
        operationId: 'getQrCode',
        summary: 'Show the QR code',
        description: 'The Pix code of a deposit as a picture, for a payer to scan.',
        tags: ['Deposits'],
        params: Type.Object({
          file: Type.String({
            maxLength: 128,
            description: 'The id of the deposit, and `.png`.',
            examples: ['dep_01kah3v5wze8br4hmsf2e8r0tv.png'],
          }),
        }),
        produces: ['image/png'],
        response: { 200: Png },
      },
    },
    async (request, reply) => {
      const id = parseId('dep', /^(.+)\.png$/.exec(request.params.file)?.[1] ?? '');
      const code = id && (await findQrCode(db, id));
      if (code === undefined) throw new ApiError('not_found');
      void reply.header('cache-control', 'public, max-age=31536000, immutable');
      return reply.type('image/png').send(pictureOf(code));
    },
  );
}

/** @throws ApiError for the first invalid field, in the order of `FIELDS` */
function readOrder(
  app: App,
  { keyId, environment }: Caller,
  body: Static<typeof Body>,
  validationError: unknown,
): DepositOrder {
  const faulty = faultyFields(validationError);
  const rules = app.config.taxIds;
  if (faulty.has('taxId') || !isOrderTaxId(body.taxId, environment.mode, rules)) {
    faulty.set('taxId', explainTaxId(body.taxId, rules));
  }
  if (faulty.size > 0) throw fieldRefusal(faulty, FIELDS);
  return {
    amountCents: cents(body.amountCents),
    taxId: body.taxId,
    walletId: body.walletId,
    passFeesToPayer: body.passFeesToPayer ?? true,
    externalId: body.externalId ?? null,
    paymentLinkId: null,
    fromPanel: keyId === undefined,
  };
}
