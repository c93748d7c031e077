import { Type } from 'typebox';
import { CentsOf, IdOf, IdParams, Nullable, OneOf, Printable } from '../platform/schema.ts';
import { MAX_BOOKED } from './control.ts';

export const Accepted = Type.Object(
  {
    accepted: Type.Boolean({
      description: 'Always true. The rest follows in notices from the provider, as in live mode.',
      examples: [true],
    }),
  },
  { title: 'Accepted' },
);

const Amount = (description: string) =>
  Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: 100_000_000,
    description,
    examples: [5_199],
  });
const Flag = (description: string) =>
  Type.Optional(Type.Boolean({ description, examples: [false] }));

const PayBody = Type.Object(
  {
    payerTaxId: Type.Optional(
      Printable(1, 20, {
        description: "The CPF or CNPJ that pays. One other than the order's leads to a reversal.",
        examples: ['12345678909'],
      }),
    ),
    payerName: Type.Optional(
      Printable(1, 120, { description: "The payer's name.", examples: ['Maria Souza'] }),
    ),
    amountCents: Type.Optional(Amount('What is paid; the total by default.')),
    late: Flag('Whether it is paid even though it has expired.'),
    hold: Type.Optional(
      OneOf(['PAST_DAILY_LIMIT', 'HIGH_VELOCITY'], {
        description: 'Why the provider keeps it under review until it is released.',
      }),
    ),
  },
  {
    title: 'SandboxPayment',
    // With each field's own example the payment would be held, and so confirm nothing.
    examples: [{ payerTaxId: '12345678909', payerName: 'Maria Souza' }],
  },
);
const FundBody = Type.Object(
  {
    amountCents: Type.Optional(Amount('How much DePix arrives; the amount asked for by default.')),
    late: Type.Optional(
      Type.Boolean({
        description:
          'Whether the provider pays out what arrives after the expiry, which is the default; false: it is lost.',
        examples: [true],
      }),
    ),
  },
  { title: 'SandboxFunding' },
);
const FailBody = Type.Object(
  {
    as: Type.Optional(
      OneOf(['error', 'canceled'], {
        description: "The provider's word for its status. An error is held for a while.",
        examples: ['canceled'],
      }),
    ),
  },
  { title: 'SandboxFailure' },
);
const SwitchBody = Type.Object(
  {
    drop: Flag('Whether notices are lost.'),
    duplicate: Flag('Whether each notice comes twice.'),
    shuffle: Flag('Whether they come out of order.'),
  },
  { title: 'SandboxSwitches' },
);

const Row = {
  id: Type.String({
    maxLength: 64,
    description: "The provider's own id.",
    examples: ['019f0000aaaa7bbb8ccc0123456789ab'],
  }),
  nonce: Nullable(
    Type.String({
      maxLength: 64,
      description: 'The name that the gateway gave the call.',
      examples: ['2f1c9f0e-6a50-4a3c-9d6e-5f5f0a1b2c3d'],
    }),
  ),
  status: Type.String({
    maxLength: 64,
    description: "The provider's word for its status.",
    examples: ['pending'],
  }),
};
const BooksBody = Type.Object(
  {
    charges: Type.Array(
      Type.Object({
        ...Row,
        amountInCents: CentsOf('What the payer is asked to pay.', 5_199),
        depositId: Nullable(IdOf('dep', 'The deposit it belongs to; null for an orphan.')),
      }),
      { maxItems: MAX_BOOKED, description: 'What the provider asks the payer for.' },
    ),
    withdrawals: Type.Array(
      Type.Object({
        ...Row,
        payoutAmountInCents: CentsOf('What is paid out.', 5_000),
        withdrawalId: Nullable(IdOf('wdr', 'The withdrawal it belongs to; null for an orphan.')),
      }),
      { maxItems: MAX_BOOKED, description: 'What the provider pays out.' },
    ),
  },
  { title: 'SandboxBooks' },
);

const TAGS = ['Sandbox'];
const ANSWER = { 202: Accepted };
const DEPOSIT = { tags: TAGS, params: IdParams('dep', 'The deposit.'), response: ANSWER };
const WITHDRAWAL = { tags: TAGS, params: IdParams('wdr', 'The withdrawal.'), response: ANSWER };

export const SET_SWITCHES = {
  operationId: 'setSandboxWebhooks',
  summary: "Disrupt the provider's notices",
  description:
    'Loses, duplicates or shuffles them, to show that polling makes up for it. What is left out stays as it was.',
  tags: TAGS,
  body: SwitchBody,
  response: ANSWER,
} as const;

export const GET_BOOKS = {
  operationId: 'getSandboxBooks',
  summary: "Read the provider's books",
  description:
    'What the simulated provider has on record for this environment: the newest 10,000 of each kind, oldest first.',
  tags: TAGS,
  response: { 200: BooksBody },
} as const;

export const PAY_DEPOSIT = {
  ...DEPOSIT,
  operationId: 'paySandboxDeposit',
  summary: 'Pay a deposit',
  description: 'The payer pays. If it is already paid, its notices are sent again.',
  body: PayBody,
} as const;

export const FAIL_DEPOSIT = {
  ...DEPOSIT,
  operationId: 'failSandboxDeposit',
  summary: 'Let a deposit fail',
  description: 'The provider cancels the charge, or reports an error.',
  body: FailBody,
} as const;

export const FUND_WITHDRAWAL = {
  ...WITHDRAWAL,
  operationId: 'fundSandboxWithdrawal',
  summary: 'Fund a withdrawal',
  description: 'The DePix arrives at the address, and the Pix is paid.',
  body: FundBody,
} as const;

export const FAIL_WITHDRAWAL = {
  ...WITHDRAWAL,
  operationId: 'failSandboxWithdrawal',
  summary: 'Let a withdrawal fail',
  description: 'The provider cancels the payout, or reports an error.',
  body: FailBody,
} as const;

export const EXPIRE_WITHDRAWAL = {
  ...WITHDRAWAL,
  operationId: 'expireSandboxWithdrawal',
  summary: 'Let a withdrawal expire',
  description: 'No DePix comes in time.',
} as const;

export const DEPOSIT_COMMANDS = (
  [
    ['release', 'Release a held deposit', 'The provider ends its review and accepts the payment.'],
    ['refund', 'Send a held deposit back', 'The provider ends its review and returns the money.'],
    [
      'med',
      'Dispute a deposit',
      "The payer's bank disputes a confirmed payment, and the money goes back.",
    ],
    ['expire', 'Let a deposit expire', 'Nobody pays in time.'],
  ] as const
).map(([name, summary, description]) => ({
  name,
  schema: { ...DEPOSIT, operationId: `${name}SandboxDeposit`, summary, description },
}));
