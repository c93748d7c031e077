import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { CentsOf, IdOf, Nullable, TimestampOf } from '../platform/schema.ts';
import { changeOwnAccount } from './change-own-account.ts';
import type { Environment } from './environment.ts';
import { type OwnAccount, readOwnAccount } from './read-own-account.ts';

const Schedule = Type.Object(
  {
    percentBasisPoints: Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: 10_000,
      description: 'The share of the amount, in hundredths of a percent.',
      examples: [200],
    }),
    fixedCents: CentsOf('What is added to it.', 99),
  },
  { title: 'FeeSchedule' },
);
const DEFAULTS = {
  deposit: { percentBasisPoints: 200, fixedCents: 99 },
  withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
};
const Fees = Type.Object(
  { deposit: Schedule, withdrawal: Schedule },
  { title: 'Fees', examples: [DEFAULTS] },
);

export function registerAccountRoutes(http: Http): void {
  http.get(
    '/fees',
    {
      config: { scope: 'any' },
      schema: {
        operationId: 'getFees',
        summary: 'Read the fees',
        description: 'What this account pays for a deposit and for a withdrawal.',
        tags: ['Account'],
        response: { 200: Fees },
      },
    },
    async (request) => request.caller.environment.fees,
  );
}

const EnvironmentView = Type.Object(
  {
    fees: Type.Object({ deposit: Schedule, withdrawal: Schedule }, { title: 'FeeSchedules' }),
    depositsEnabled: Type.Boolean({
      description: 'Whether new deposits are taken.',
      examples: [true],
    }),
    withdrawalsEnabled: Type.Boolean({
      description: 'Whether new withdrawals are taken.',
      examples: [true],
    }),
  },
  { title: 'EnvironmentSettings' },
);

const Line = (maxLength: number, description: string, example: string) =>
  Type.String({ maxLength, description, examples: [example] });
const ShopFields = {
  name: Line(1_000, 'What payers read as its name.', 'Loja da Ana'),
  contact: Line(1_000, 'How payers reach it, in its own words.', '(11) 91234-5678'),
  website: Line(4_000, 'Its https address.', 'https://loja.example/'),
};

const OwnAccountView = Type.Object(
  {
    id: IdOf('acc', 'The account.'),
    name: Nullable(ShopFields.name),
    contact: Nullable(ShopFields.contact),
    website: Nullable(ShopFields.website),
    email: Line(254, 'The address that the account was made with.', 'ana@loja.example'),
    createdAt: TimestampOf('When it was created.'),
    test: EnvironmentView,
    live: EnvironmentView,
  },
  { title: 'Account' },
);

/** What members can see and change of their account, in either mode. */
export function registerOwnAccountRoutes(http: Http, app: App): void {
  http.get(
    '',
    {
      config: { scope: 'any' },
      schema: {
        operationId: 'getAccount',
        summary: 'Read the account',
        description: 'What payers are told of it, and what the operator has set.',
        tags: ['Account'],
        response: { 200: OwnAccountView },
      },
    },
    async ({ caller }) =>
      ownAccountView(await readOwnAccount(app.db, caller.environment.accountId)),
  );
  http.patch(
    '',
    {
      config: { action: 'account:manage' },
      schema: {
        operationId: 'changeAccount',
        summary: 'Change the account',
        description: 'Changes what is named and leaves the rest; an empty text clears.',
        tags: ['Account'],
        body: Type.Object(
          {
            name: Type.Optional(ShopFields.name),
            contact: Type.Optional(ShopFields.contact),
            website: Type.Optional(ShopFields.website),
          },
          { title: 'AccountChange' },
        ),
        response: { 200: OwnAccountView },
      },
    },
    async ({ caller, body }) =>
      ownAccountView(await changeOwnAccount(app.db, caller.environment.accountId, body)),
  );
}

function ownAccountView(account: OwnAccount): Static<typeof OwnAccountView> {
  const { accountId, name, contact, website, email, createdAt, test, live } = account;
  return {
    id: accountId,
    name,
    contact,
    website,
    email,
    createdAt: createdAt.toISOString(),
    test: environmentView(test),
    live: environmentView(live),
  };
}

function environmentView(environment: Environment): Static<typeof EnvironmentView> {
  const { fees, depositsEnabled, withdrawalsEnabled } = environment;
  return { fees, depositsEnabled, withdrawalsEnabled };
}
