import { Type } from 'typebox';
import { MODES } from '../accounts/environment.ts';
import { ROLES } from '../members/member.ts';
import {
  CentsOf,
  CountOf,
  IdOf,
  ListOf,
  Nullable,
  OneOf,
  PageQuery,
  Printable,
  TimestampOf,
} from '../platform/schema.ts';
import { ActOrder } from './reason.ts';

const BasisPoints = (description: string, example: number) =>
  Type.Integer({ format: 'int32', minimum: 0, maximum: 9_999, description, examples: [example] });
const Calls = (description: string, example: number) =>
  Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: 1_000_000,
    description,
    examples: [example],
  });
const Switch = (description: string) => Type.Boolean({ description, examples: [true] });

const SETTINGS = {
  depositFeeBasisPoints: BasisPoints('Of a deposit, in hundredths of a percent.', 200),
  depositFeeFixedCents: CentsOf('What is added to it.', 99),
  withdrawalFeeBasisPoints: BasisPoints('Of a withdrawal, in hundredths of a percent.', 0),
  withdrawalFeeFixedCents: CentsOf('What is added to it.', 0),
  depositsEnabled: Switch('Whether new deposits are taken.'),
  withdrawalsEnabled: Switch('Whether new withdrawals are taken.'),
  readRate: Calls('Requests a second that read.', 100),
  readBurst: Calls('How many of them may come at once.', 200),
  moneyRate: Calls('Requests a second that move money.', 20),
  moneyBurst: Calls('How many of them may come at once.', 40),
};

const Settings = Type.Object(SETTINGS, {
  title: 'OperatorSettings',
  description: 'What an operator sets of one environment.',
});

const Volume = Type.Object(
  {
    count: CountOf('How many deposits.'),
    amountCents: CentsOf('What was asked for in them.', 125_000),
  },
  {
    title: 'OperatorVolume',
    description: 'Deposits that were confirmed in the last 30 days, and still are.',
  },
);

const ACCOUNT = {
  id: IdOf('acc', 'The account.'),
  name: Nullable(Type.String({ maxLength: 80, description: 'Of the shop.', examples: ['Loja'] })),
  email: Type.String({
    maxLength: 254,
    description: 'Of the account.',
    examples: ['ana@loja.example'],
  }),
  createdAt: TimestampOf('When it was created.'),
  test: Settings,
  live: Settings,
  volume: Type.Object({ test: Volume, live: Volume }, { title: 'OperatorVolumes' }),
  alerts: Type.Object(
    {
      estorno: CountOf('Payments of the last 30 days that went back to another payer.'),
      med: CountOf('Payments of the last 30 days that a bank disputed.'),
      open: CountOf('Operator alerts that nobody is done with.'),
    },
    { title: 'OperatorAlertCounts', description: 'Of live mode.' },
  ),
} as const;

export const OperatorAccount = Type.Object(ACCOUNT, { title: 'OperatorAccount' });
export const OperatorAccountList = ListOf(OperatorAccount);

export const OperatorAccountDetail = Type.Object(
  {
    ...ACCOUNT,
    contact: Nullable(
      Type.String({ maxLength: 120, description: 'How payers reach them.', examples: ['@loja'] }),
    ),
    website: Nullable(
      Type.String({
        maxLength: 2_048,
        description: 'Of the shop.',
        examples: ['https://loja.example/'],
      }),
    ),
    members: Type.Array(
      Type.Object(
        {
          userId: IdOf('usr', 'The person.'),
          email: Type.String({
            maxLength: 254,
            description: 'Where mails go.',
            examples: ['ana@loja.example'],
          }),
          role: OneOf(ROLES, { description: 'What the person is in the account.' }),
        },
        { title: 'OperatorMember' },
      ),
      { maxItems: 1_000, description: 'Who belongs to it, the oldest first.' },
    ),
  },
  { title: 'OperatorAccountDetail' },
);

export const AccountsQuery = Type.Object({
  q: Type.Optional(
    Printable(0, 200, {
      description: "The account's id, or a part of its name or e-mail address.",
      examples: ['loja'],
    }),
  ),
  ...PageQuery,
});

const ShopText = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

export const ChangeAccountOrder = ActOrder('OperatorAccountChange', {
  mode: Type.Optional(
    OneOf(MODES, {
      description: 'The environment that is set; both, where it is absent.',
      examples: ['live'],
    }),
  ),
  name: ShopText(200, 'Of the shop; empty clears it.', 'Loja'),
  contact: ShopText(300, 'How payers reach them; empty clears it.', '@loja'),
  website: ShopText(4_096, 'Of the shop; empty clears it.', 'https://loja.example/'),
  ...Type.Partial(
    Type.Object({
      ...SETTINGS,
      depositFeeFixedCents: CentsOf('What is added to it.', 99, { maximum: 199 }),
      withdrawalFeeFixedCents: CentsOf('What is added to it.', 0, { maximum: 10_000 }),
    }),
  ).properties,
});
