import type { Details } from '../audits/audit.ts';
import { ApiError, type Text } from '../errors.ts';
import type { Tx } from '../platform/db.ts';
import { type Cents, cents } from '../money.ts';
import { depositFeeProblem, type Environment, type FeeSchedule, type Mode } from './environment.ts';
import { changeShop, type ShopChange } from './shop.ts';
import {
  type Account,
  getAccount,
  listEnvironments,
  lockEnvironments,
  updateEnvironment,
  updateShop,
} from './store.ts';

/** What an operator may set; absent fields stay as they are. */
export interface AccountSettings extends ShopChange {
  readonly depositFeeBasisPoints?: number | undefined;
  readonly depositFeeFixedCents?: number | undefined;
  readonly withdrawalFeeBasisPoints?: number | undefined;
  readonly withdrawalFeeFixedCents?: number | undefined;
  readonly depositsEnabled?: boolean | undefined;
  readonly withdrawalsEnabled?: boolean | undefined;
  readonly readRate?: number | undefined;
  readonly readBurst?: number | undefined;
  readonly moneyRate?: number | undefined;
  readonly moneyBurst?: number | undefined;
}

/**
 * Sets one environment or both, and what payers see of the account. A withdrawal fee can only be
 * collected in test, so without a mode it is set only there.
 * @throws Error if there is no such account
 * @throws ApiError invalid_request that says which setting is invalid, and why
 */
export async function setAccount(
  tx: Tx,
  accountId: string,
  mode: Mode | undefined,
  settings: AccountSettings,
  providerFee: Cents,
): Promise<Account & { environments: Environment[] }> {
  // All settings are written together, so a concurrent change must not come between.
  await lockEnvironments(tx, accountId);
  const account = await getAccount(tx, accountId);
  const shop = changeShop(account, settings);
  await updateShop(tx, accountId, shop);
  const changed = (await listEnvironments(tx, accountId))
    .filter((environment) => mode === undefined || environment.mode === mode)
    .map((environment) => withSettings(environment, settings, mode));
  for (const environment of changed) {
    const problem = depositFeeProblem(environment.fees.deposit, providerFee);
    if (problem) {
      const { pt, en } = problem;
      throw refused({ pt: `Tarifa recusada: ${pt}.`, en: `deposit fee refused: ${en}` });
    }
    await updateEnvironment(tx, environment);
  }
  return { ...account, ...shop, environments: await listEnvironments(tx, accountId) };
}

/**
 * What was set, for the audit log; the content of texts is left out, since they may name a person.
 */
export function describeSettings({ name, contact, website, ...numbers }: AccountSettings): Details {
  const texts = Object.entries({ name, contact, website })
    .filter(([, text]) => text !== undefined)
    .map(([field]) => [field, 'changed'] as const);
  const others = Object.entries(numbers).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  return Object.fromEntries([...texts, ...others]);
}

function refused(text: Text): ApiError {
  return new ApiError('invalid_request', { text });
}

function withSettings(
  before: Environment,
  settings: AccountSettings,
  mode: Mode | undefined,
): Environment {
  const { read, money } = before.rates;
  return {
    ...before,
    fees: {
      deposit: schedule(
        before.fees.deposit,
        settings.depositFeeBasisPoints,
        settings.depositFeeFixedCents,
      ),
      withdrawal: withdrawalSchedule(before, settings, mode),
    },
    depositsEnabled: settings.depositsEnabled ?? before.depositsEnabled,
    withdrawalsEnabled: settings.withdrawalsEnabled ?? before.withdrawalsEnabled,
    rates: {
      read: {
        perSecond: settings.readRate ?? read.perSecond,
        burst: settings.readBurst ?? read.burst,
      },
      money: {
        perSecond: settings.moneyRate ?? money.perSecond,
        burst: settings.moneyBurst ?? money.burst,
      },
    },
  };
}

function withdrawalSchedule(
  before: Environment,
  settings: AccountSettings,
  mode: Mode | undefined,
): FeeSchedule {
  const wanted = schedule(
    before.fees.withdrawal,
    settings.withdrawalFeeBasisPoints,
    settings.withdrawalFeeFixedCents,
  );
  if (before.mode === 'test') return wanted;
  if (mode === 'live' && (wanted.percentBasisPoints > 0 || wanted.fixedCents > 0)) {
    throw refused({
      pt: 'Tarifa de saque recusada em produção: o provedor não divide saques, então nada a cobraria.',
      en: 'a live withdrawal fee is refused: the provider has no split on withdrawals, so nothing could collect it',
    });
  }
  return before.fees.withdrawal;
}

function schedule(
  before: FeeSchedule,
  basisPoints: number | undefined,
  fixed: number | undefined,
): FeeSchedule {
  return {
    percentBasisPoints: basisPoints ?? before.percentBasisPoints,
    fixedCents: fixed === undefined ? before.fixedCents : cents(fixed),
  };
}
