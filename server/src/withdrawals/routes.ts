import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Environment } from '../accounts/environment.ts';
import type { Caller } from '../api-keys/caller.ts';
import { ApiError } from '../errors.ts';
import { contentOf, readIdempotencyKey } from '../idempotency/fingerprint.ts';
import { once } from '../idempotency/once.ts';
import { IDEMPOTENCY_ERRORS, sendOnce } from '../idempotency/reply.ts';
import { newId, parseId } from '../ids.ts';
import { refuseInSafeMode } from '../installations/safe-mode.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { readPixKey } from '../pix/pix-key.ts';
import { isOrderTaxId } from '../pix/tax-id.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from '../platform/field-faults.ts';
import type { Http } from '../platform/http.ts';
import { ExternalId, IdParams } from '../platform/schema.ts';
import { planWithdrawal, withdrawalOperation, type WithdrawalOrder } from './create-withdrawal.ts';
import { findStatus } from './find-status.ts';
import { NewWithdrawalView, PixKeyTypeView, withdrawalStatus, WithdrawalView } from './view.ts';

const Body = Type.Object(
  {
    amountCents: Type.Integer({
      format: 'int32',
      minimum: MIN_AMOUNT,
      maximum: MAX_AMOUNT,
      description: 'What the recipient is to get by PIX, in whole cents.',
      examples: [5_000],
    }),
    pixKeyType: PixKeyTypeView,
    pixKey: Type.String({
      minLength: 1,
      maxLength: 77,
      description: 'The PIX key to pay to, in the form of its type.',
      examples: ['maria@example.com'],
    }),
    taxId: Type.String({
      minLength: 11,
      maxLength: 14,
      description: "The recipient's CPF (11 digits) or CNPJ (14 digits), digits only.",
      examples: ['12345678909'],
    }),
    externalId: Type.Optional(ExternalId),
  },
  { title: 'WithdrawalOrder' },
);

/** In the order in which fields are judged. */
const FIELDS: FieldCodes = [
  ['amountCents', 'invalid_amount'],
  ['pixKeyType', 'invalid_pix_key_type'],
  ['pixKey', 'invalid_pix_key'],
  ['taxId', 'invalid_tax_id'],
  ['externalId', 'invalid_request'],
];

const CREATE_ERRORS = [
  ...IDEMPOTENCY_ERRORS,
  'invalid_amount',
  'invalid_pix_key_type',
  'invalid_pix_key',
  'invalid_tax_id',
  'withdrawals_disabled',
] as const;

export function registerWithdrawalRoutes(http: Http, app: App): void {
  http.post(
    '/withdraw',
    {
      config: { scope: 'withdrawal:create', rate: 'money', stepUp: true, errors: CREATE_ERRORS },
      schema: {
        operationId: 'createWithdrawal',
        summary: 'Create a withdrawal',
        description:
          'Answers an address. Send DePix there, and the recipient gets a PIX at the given key.',
        tags: ['Withdrawals'],
        body: Body,
        // The text that was kept goes out as it is.
        response: { 201: NewWithdrawalView },
      },
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
          newResourceId: () => newId('wdr'),
          admit: () => admitWithdrawal(app, request.caller),
          plan: async () =>
            planWithdrawal(environment, {
              ...readOrder(app, environment, body, validationError),
              fromPanel: request.caller.isPerson ?? false,
            }),
        },
        withdrawalOperation,
      );
      return sendOnce(reply, answer);
    },
  );

  http.get(
    '/withdraw/:id/status',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'getWithdrawal',
        summary: 'Read a withdrawal',
        description: 'How a withdrawal stands, with the times of all that happened to it.',
        tags: ['Withdrawals'],
        params: IdParams('wdr', 'The withdrawal.'),
        response: { 200: WithdrawalView },
      },
    },
    async (request) => {
      const id = parseId('wdr', request.params.id);
      const environmentId = request.caller.environment.id;
      const withdrawal = id && (await findStatus(app.db, { environmentId, id }));
      if (!withdrawal) throw new ApiError('not_found');
      return withdrawalStatus(withdrawal);
    },
  );
}

/** @throws ApiError withdrawals_disabled, not_configured */
function admitWithdrawal(app: App, caller: Caller): void {
  const { environment } = caller;
  refuseInSafeMode(caller, 'withdrawals_disabled');
  if (!environment.withdrawalsEnabled) throw new ApiError('withdrawals_disabled');
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
): WithdrawalOrder {
  const faulty = faultyFields(validationError);
  const rules = app.config.taxIds;
  const { amountCents, pixKeyType, taxId, externalId } = body;
  const readable = !faulty.has('pixKeyType') && !faulty.has('pixKey');
  const pixKey = readable ? readPixKey(pixKeyType, body.pixKey, rules) : undefined;
  if (pixKey === undefined) faulty.add('pixKey');
  if (!faulty.has('taxId') && !isOrderTaxId(taxId, environment.mode, rules)) faulty.add('taxId');
  if (pixKey === undefined || faulty.size > 0) throw fieldRefusal(faulty, FIELDS);
  return {
    amountCents: cents(amountCents),
    pixKeyType,
    pixKey,
    taxId,
    externalId: externalId ?? null,
  };
}
