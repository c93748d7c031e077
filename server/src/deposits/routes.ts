import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Environment } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { contentOf, readIdempotencyKey } from '../idempotency/fingerprint.ts';
import { once } from '../idempotency/once.ts';
import { sendOnce } from '../idempotency/reply.ts';
import { newId, parseId } from '../ids.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { isOrderTaxId } from '../pix/tax-id.ts';
import { qrPng } from '../pix/qr-image.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from '../platform/field-faults.ts';
import type { Http } from '../platform/http.ts';
import { Nullable, Printable, Timestamp } from '../platform/schema.ts';
import { depositOperation, type DepositOrder, planDeposit } from './create-deposit.ts';
import { DEPOSIT_STATUSES } from './deposit.ts';
import { findDeposit, findQrCode } from './store.ts';
import { depositStatus } from './view.ts';

const Body = Type.Object({
  amountCents: Type.Integer({ minimum: MIN_AMOUNT, maximum: MAX_AMOUNT }),
  taxId: Type.String({ minLength: 11, maxLength: 14 }),
  walletId: Type.Optional(Type.String()),
  passFeesToPayer: Type.Optional(Type.Boolean()),
  externalId: Type.Optional(Printable(1, 128)),
});

/** In the order in which fields are judged. */
const FIELDS: FieldCodes = [
  ['amountCents', 'invalid_amount'],
  ['taxId', 'invalid_tax_id'],
  ['walletId', 'invalid_request'],
  ['passFeesToPayer', 'invalid_request'],
  ['externalId', 'invalid_request'],
];

const Cents = Type.Integer();
const Status = Type.Object({
  id: Type.String(),
  status: Type.Enum([...DEPOSIT_STATUSES]),
  amountCents: Cents,
  feeCents: Cents,
  totalCents: Cents,
  netCents: Cents,
  settledCents: Cents,
  paidCents: Nullable(Cents),
  walletId: Type.String(),
  blockchainTxId: Nullable(Type.String()),
  failureReason: Nullable(Type.String()),
  externalId: Nullable(Type.String()),
  paymentLinkId: Nullable(Type.String()),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  confirmedAt: Nullable(Timestamp),
  failedAt: Nullable(Timestamp),
  refundedAt: Nullable(Timestamp),
});

export function registerDepositRoutes(http: Http, app: App): void {
  http.post(
    '/v1/api/deposit',
    {
      config: { scope: 'deposit:create', rate: 'money' },
      schema: { body: Body },
      // The key is claimed before a field is judged, so the handler reports the schema's faults.
      attachValidation: true,
    },
    async (request, reply) => {
      const { environment } = request.caller;
      const { body, validationError } = request;
      const answer = await once(
        app,
        {
          environment,
          key: readIdempotencyKey(request),
          content: contentOf(request),
          newResourceId: () => newId('dep'),
          admit: () => admitDeposit(app, environment),
          plan: () =>
            planDeposit(app, environment, readOrder(app, environment, body, validationError)),
        },
        depositOperation,
      );
      return sendOnce(reply, answer);
    },
  );

  http.get(
    '/v1/api/deposit/:id/status',
    {
      config: { scope: 'read:transactions' },
      schema: { params: Type.Object({ id: Type.String() }), response: { 200: Status } },
    },
    async (request) => {
      const id = parseId('dep', request.params.id);
      const deposit = id && (await findDeposit(app, request.caller.environment.id, id));
      if (!deposit) throw new ApiError('not_found');
      return depositStatus(deposit);
    },
  );

  http.get(
    '/qr/:file',
    { schema: { params: Type.Object({ file: Type.String() }) } },
    async (request, reply) => {
      const id = parseId('dep', /^(.+)\.png$/.exec(request.params.file)?.[1] ?? '');
      const code = id && (await findQrCode(app.db, id));
      if (code === undefined) throw new ApiError('not_found');
      void reply.header('cache-control', 'public, max-age=31536000, immutable');
      return reply.type('image/png').send(await qrPng(code));
    },
  );
}

/** @throws ApiError deposits_disabled, not_configured */
function admitDeposit(app: App, environment: Environment): void {
  if (!environment.depositsEnabled) throw new ApiError('deposits_disabled');
  if (!app.providerOf({ environmentId: environment.id, mode: environment.mode })) {
    throw new ApiError('not_configured');
  }
}

/** @throws ApiError of the first field, in the listed order, that cannot be */
function readOrder(
  app: App,
  environment: Environment,
  body: Static<typeof Body>,
  validationError: unknown,
): DepositOrder {
  const faulty = faultyFields(validationError);
  if (!faulty.has('taxId') && !isOrderTaxId(body.taxId, environment.mode, app.config.taxIds)) {
    faulty.add('taxId');
  }
  if (faulty.size > 0) throw fieldRefusal(faulty, FIELDS);
  return {
    amountCents: cents(body.amountCents),
    taxId: body.taxId,
    walletId: body.walletId,
    passFeesToPayer: body.passFeesToPayer ?? true,
    externalId: body.externalId ?? null,
  };
}
