import type { Static } from 'typebox';
import type { App } from '../app.ts';
import type { Environment, Mode } from '../accounts/environment.ts';
import { type AccountSettings, describeSettings, setAccount } from '../accounts/set-account.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import type { AccountId } from '../ids.ts';
import { getId } from '../platform/get-id.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdParams } from '../platform/schema.ts';
import {
  AccountsQuery,
  ChangeAccountOrder,
  OperatorAccountDetail,
  OperatorAccountList,
} from './account-schemas.ts';
import {
  type AnyAccount,
  findAnyAccount,
  listAnyAccounts,
  listMembersOf,
} from './read-accounts.ts';
import { actorOf } from './reason.ts';

const TAGS = ['Operator'];

export function registerOperatorAccountRoutes(http: Http, app: App): void {
  http.get(
    '/accounts',
    {
      config: { operator: true },
      schema: {
        operationId: 'listAllAccounts',
        summary: 'List all accounts',
        description: 'Accounts of the installation with their settings and how much they move.',
        tags: TAGS,
        querystring: AccountsQuery,
        response: { 200: OperatorAccountList },
      },
    },
    async ({ query }) => {
      const page = readPage(query, 'acc');
      return pageOf(await listAnyAccounts(app.db, query.q, page), page.limit, accountView);
    },
  );

  http.get(
    '/accounts/:id',
    {
      config: { operator: true },
      schema: {
        operationId: 'getAnyAccount',
        summary: 'Read any account',
        description: 'One account with the people who belong to it.',
        tags: TAGS,
        params: IdParams('acc', 'The account.'),
        response: { 200: OperatorAccountDetail },
      },
    },
    async ({ params }) => readDetail(app, params.id),
  );

  registerChange(http, app);
}

function registerChange(http: Http, app: App): void {
  http.patch(
    '/accounts/:id',
    {
      config: { operator: true, stepUp: true, asksReason: true },
      schema: {
        operationId: 'changeAnyAccount',
        summary: 'Change any account',
        description: 'Sets fees, switches and rates; what is absent stays as it is.',
        tags: TAGS,
        params: IdParams('acc', 'The account.'),
        body: ChangeAccountOrder,
        response: { 200: OperatorAccountDetail },
      },
    },
    async (request) => {
      const { mode } = request.body;
      const settings = settingsIn(request.body);
      const { id } = await getAny(app, request.params.id);
      await app.db.begin(async (tx) => {
        await setAccount(tx, id, mode, settings, app.config.providerDepositFeeCents);
        await recordAct(tx, {
          ...actorOf(request),
          action: 'changeAnyAccount',
          accountId: id,
          mode,
          subject: id,
          details: describeSettings(settings),
        });
      });
      return readDetail(app, id);
    },
  );
}

function settingsIn(order: Static<typeof ChangeAccountOrder>): AccountSettings {
  return {
    name: order.name,
    contact: order.contact,
    website: order.website,
    depositFeeBasisPoints: order.depositFeeBasisPoints,
    depositFeeFixedCents: order.depositFeeFixedCents,
    withdrawalFeeBasisPoints: order.withdrawalFeeBasisPoints,
    withdrawalFeeFixedCents: order.withdrawalFeeFixedCents,
    depositsEnabled: order.depositsEnabled,
    withdrawalsEnabled: order.withdrawalsEnabled,
    readRate: order.readRate,
    readBurst: order.readBurst,
    moneyRate: order.moneyRate,
    moneyBurst: order.moneyBurst,
  };
}

async function getAny(app: App, text: string): Promise<AnyAccount> {
  const id = getId('acc', text);
  const account = await findAnyAccount(app.db, id);
  if (!account) throw new ApiError('not_found');
  return account;
}

async function readDetail(app: App, id: AccountId | string) {
  const account = await getAny(app, id);
  return {
    ...accountView(account),
    contact: account.contact,
    website: account.website,
    members: await listMembersOf(app.db, account.id),
  };
}

function accountView(account: AnyAccount) {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    createdAt: account.createdAt.toISOString(),
    test: modeView(account, 'test'),
    live: modeView(account, 'live'),
    volume: account.volume,
    alerts: account.alerts,
  };
}

function modeView({ environments }: AnyAccount, wanted: Mode) {
  const environment = environments.find(({ mode }) => mode === wanted);
  if (!environment) throw new Error('an account lacks an environment');
  return settingsView(environment);
}

function settingsView({ fees, rates, ...environment }: Environment) {
  return {
    depositFeeBasisPoints: fees.deposit.percentBasisPoints,
    depositFeeFixedCents: fees.deposit.fixedCents,
    withdrawalFeeBasisPoints: fees.withdrawal.percentBasisPoints,
    withdrawalFeeFixedCents: fees.withdrawal.fixedCents,
    depositsEnabled: environment.depositsEnabled,
    withdrawalsEnabled: environment.withdrawalsEnabled,
    readRate: rates.read.perSecond,
    readBurst: rates.read.burst,
    moneyRate: rates.money.perSecond,
    moneyBurst: rates.money.burst,
  };
}
