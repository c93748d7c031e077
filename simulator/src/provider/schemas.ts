const text = (maxLength: number) => ({ type: 'string', maxLength });
const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });

/** A CPF, or a CNPJ of either kind, without punctuation. */
const TAX_NUMBER = { type: 'string', pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$' };
const EUID = { type: 'string', pattern: '^EU[0-9]{15}$' };

export const DEPOSIT_BODY = {
  type: 'object',
  required: ['amountInCents'],
  properties: {
    amountInCents: integer(1, 10_000_000),
    endUserTaxNumber: TAX_NUMBER,
    endUserFullName: text(200),
    euid: EUID,
    depixAddress: text(200),
    depixSplitAddress: text(200),
    splitFee: text(20),
    delayDepixInHours: integer(1, 720),
    merchantId: EUID,
    whitelist: { type: 'boolean' },
    timeout: integer(1_200, 86_400),
  },
};

export const WITHDRAW_BODY = {
  type: 'object',
  required: ['pixKey'],
  properties: {
    pixKey: { type: 'string', minLength: 1, maxLength: 100 },
    payoutAmountInCents: integer(1, 100_000_000),
    depositAmountInCents: integer(1, 100_000_000),
    taxNumber: TAX_NUMBER,
    euid: EUID,
  },
};

export const STATUS_QUERY = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
};

export const LIST_QUERY = {
  type: 'object',
  required: ['start', 'end'],
  properties: { start: text(40), end: text(40), status: text(40) },
};

export const USER_QUERY = {
  type: 'object',
  required: ['euid'],
  properties: { euid: EUID },
};
