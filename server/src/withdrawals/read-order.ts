import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Environment } from '../accounts/environment.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { explainPixKey, readPixKey } from '../pix/pix-key.ts';
import { explainTaxId, isOrderTaxId, TAX_ID_FORM } from '../pix/tax-id.ts';
import { faultyFields, fieldRefusal, type FieldCodes } from '../platform/field-faults.ts';
import { ExternalId } from '../platform/schema.ts';
import type { WithdrawalTerms } from './create-withdrawal.ts';
import { PixKeyTypeView } from './view.ts';

export const WithdrawalOrderBody = Type.Object(
  {
    amountCents: Type.Integer({
      format: 'int32',
      minimum: MIN_AMOUNT,
      maximum: MAX_AMOUNT,
      description: 'How much the recipient gets by Pix, in whole cents.',
      examples: [5_000],
    }),
    pixKeyType: PixKeyTypeView,
    pixKey: Type.String({
      minLength: 1,
      maxLength: 77,
      description: 'The Pix key to pay to, in the form of its type.',
      examples: ['maria@example.com'],
    }),
    taxId: Type.String({
      minLength: 11,
      maxLength: 14,
      description: `The recipient's ${TAX_ID_FORM}`,
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

/** @throws ApiError for the first invalid field, in the order of `FIELDS` */
export function readOrder(
  app: App,
  environment: Environment,
  body: Static<typeof WithdrawalOrderBody>,
  validationError: unknown,
): WithdrawalTerms {
  const faulty = faultyFields(validationError);
  const rules = app.config.taxIds;
  const { amountCents, pixKeyType, taxId, externalId } = body;
  const readable = !faulty.has('pixKeyType') && !faulty.has('pixKey');
  const pixKey = readable ? readPixKey(pixKeyType, body.pixKey, rules) : undefined;
  if (pixKey === undefined)
    faulty.set('pixKey', readable ? explainPixKey(pixKeyType, body.pixKey, rules) : undefined);
  if (faulty.has('taxId') || !isOrderTaxId(taxId, environment.mode, rules))
    faulty.set('taxId', explainTaxId(taxId, rules));
  if (pixKey === undefined || faulty.size > 0) throw fieldRefusal(faulty, FIELDS);
  return {
    amountCents: cents(amountCents),
    pixKeyType,
    pixKey,
    taxId,
    externalId: externalId ?? null,
  };
}
