import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Environment } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { contentOf, readIdempotencyKey } from '../idempotency/fingerprint.ts';
import { once } from '../idempotency/once.ts';
import { sendOnce } from '../idempotency/reply.ts';
import { newId, parseId } from '../ids.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { PIX_KEY_TYPES, readPixKey } from '../pix/pix-key.ts';
import { isOrderTaxId } from '../pix/tax-id.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from '../platform/field-faults.ts';
import type { Http } from '../platform/http.ts';
import { Nullable, Printable, Timestamp } from '../platform/schema.ts';
import { planWithdrawal, withdrawalOperation, type WithdrawalOrder } from './create-withdrawal.ts';
import { findWithdrawal } from './store.ts';
import { withdrawalStatus } from './view.ts';
import { WITHDRAWAL_STATUSES } from './withdrawal.ts';

const Body = Type.Object({
  amountCents: Type.Integer({ minimum: MIN_AMOUNT, maximum: MAX_AMOUNT }),
  pixKeyType: Type.Enum([...PIX_KEY_TYPES]),
  pixKey: Type.String({ minLength: 1, maxLength: 77 }),
  taxId: Type.String({ minLength: 11, maxLength: 14 }),
  externalId: Type.Optional(Printable(1, 128)),
});

/** In the order in which fields are judged. */
const FIELDS: FieldCodes = [
  ['amountCents', 'invalid_amount'],
  ['pixKeyType', 'invalid_pix_key_type'],
  ['pixKey', 'invalid_pix_key'],
  ['taxId', 'invalid_tax_id'],
  ['externalId', 'invalid_request'],
];

const Cents = Type.Integer();
const Status = Type.Object({
  id: Type.String(),
  status: Type.Enum([...WITHDRAWAL_STATUSES]),
  amountCents: Cents,
  feeCents: Cents,
  depositAddress: Type.String(),
  depositAmountCents: Cents,
  pixKeyType: Type.String(),
  pixEndToEndId: Nullable(Type.String()),
  blockchainTxId: Nullable(Type.String()),
  failureReason: Nullable(Type.String()),
  externalId: Nullable(Type.String()),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  processingAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
  failedAt: Nullable(Timestamp),
  expiredAt: Nullable(Timestamp),
});

export function registerWithdrawalRoutes(http: Http, app: App): void {
  http.post(
    '/v1/api/withdraw',
    {
      config: { scope: 'withdrawal:create', rate: 'money' },
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
          newResourceId: () => newId('wdr'),
          admit: () => admitWithdrawal(app, environment),
          plan: async () =>
            planWithdrawal(environment, readOrder(app, environment, body, validationError)),
        },
        withdrawalOperation,
      );
      return sendOnce(reply, answer);
    },
  );

  http.get(
    '/v1/api/withdraw/:id/status',
    {
      config: { scope: 'read:transactions' },
      schema: { params: Type.Object({ id: Type.String() }), response: { 200: Status } },
    },
    async (request) => {
      const id = parseId('wdr', request.params.id);
      const withdrawal = id && (await findWithdrawal(app, request.caller.environment.id, id));
      if (!withdrawal) throw new ApiError('not_found');
      return withdrawalStatus(withdrawal);
    },
  );
}

/** @throws ApiError withdrawals_disabled, not_configured */
function admitWithdrawal(app: App, environment: Environment): void {
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
