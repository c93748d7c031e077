import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { cents } from '../money.ts';
import type { AccountId, EnvironmentId } from '../ids.ts';
import type { Environment, FeeSchedule, Mode } from './environment.ts';
import type { Shop } from './shop.ts';

/** The columns that `environmentOf` makes an environment from. */
export interface EnvironmentRow {
  readonly environmentId: EnvironmentId;
  readonly accountId: AccountId;
  readonly mode: Mode;
  readonly depositFeeBasisPoints: number;
  readonly depositFeeFixedCents: number;
  readonly withdrawalFeeBasisPoints: number;
  readonly withdrawalFeeFixedCents: number;
  readonly depositsEnabled: boolean;
  readonly withdrawalsEnabled: boolean;
  readonly readRate: number;
  readonly readBurst: number;
  readonly moneyRate: number;
  readonly moneyBurst: number;
}

/** The columns of an `EnvironmentRow` from the environment's row `e`. */
export const ENVIRONMENT_OF_E = sql`
  e.id as environment_id, e.account_id, e.mode, e.deposit_fee_basis_points,
  e.deposit_fee_fixed_cents, e.withdrawal_fee_basis_points, e.withdrawal_fee_fixed_cents,
  e.deposits_enabled, e.withdrawals_enabled, e.read_rate, e.read_burst, e.money_rate,
  e.money_burst`;

export function environmentOf(row: EnvironmentRow): Environment {
  return {
    id: row.environmentId,
    accountId: row.accountId,
    mode: row.mode,
    fees: {
      deposit: {
        percentBasisPoints: row.depositFeeBasisPoints,
        fixedCents: cents(row.depositFeeFixedCents),
      },
      withdrawal: {
        percentBasisPoints: row.withdrawalFeeBasisPoints,
        fixedCents: cents(row.withdrawalFeeFixedCents),
      },
    },
    depositsEnabled: row.depositsEnabled,
    withdrawalsEnabled: row.withdrawalsEnabled,
    rates: {
      read: { perSecond: row.readRate, burst: row.readBurst },
      money: { perSecond: row.moneyRate, burst: row.moneyBurst },
    },
  };
}

export interface Account extends Shop {
  readonly accountId: AccountId;
  readonly email: string;
}

/** The columns of an `Account`. */
export const ACCOUNT = sql`id as account_id, email, name, contact, website`;

export async function hasAccount(db: Db): Promise<boolean> {
  const rows = await db`select from accounts limit 1`;
  return rows.length > 0;
}

export async function listAccounts(db: Db): Promise<(Account & { createdAt: Date })[]> {
  return db<Account & { createdAt: Date }>`
    select ${ACCOUNT}, created_at from accounts order by id`;
}

/** @throws Error if there is no such account */
export async function getAccount(db: Db | Tx, id: string): Promise<Account> {
  const [account] = await db<Account>`
    select ${ACCOUNT} from accounts where id = ${id}`;
  if (!account) throw new Error('no such account: the command account list shows them');
  return account;
}

export async function lockEnvironments(tx: Tx, accountId: string): Promise<void> {
  await tx`select id from environments where account_id = ${accountId} order by id for no key update`;
}

export async function listEnvironments(db: Db | Tx, accountId: string): Promise<Environment[]> {
  const rows = await db<EnvironmentRow>`
    select ${ENVIRONMENT_OF_E}
    from environments e where e.account_id = ${accountId} order by e.mode desc`;
  return rows.map(environmentOf);
}

/** The deposit fees that are set, each with the number of environments that have it. */
export async function countDepositFees(db: Db): Promise<(FeeSchedule & { count: number })[]> {
  return db<FeeSchedule & { count: number }>`
    select deposit_fee_basis_points as percent_basis_points,
      deposit_fee_fixed_cents as fixed_cents, count(*)::integer as count
    from environments group by 1, 2`;
}

/** An account with its environments and their journals; undefined if the address is taken. */
export async function insertAccount(
  db: Db | Tx,
  account: {
    id: AccountId;
    email: string;
    name: string | null;
    testId: EnvironmentId;
    liveId: EnvironmentId;
  },
): Promise<Account | undefined> {
  const [row] = await db<Account>`
    with account as (
      insert into accounts (id, email, name)
      values (${account.id}, ${account.email}, ${account.name})
      on conflict do nothing returning id, email, name, contact, website
    ), tenants as (
      insert into environments (id, account_id, mode)
      select t.id, account.id, t.mode from account,
        (values (${account.testId}, 'test'), (${account.liveId}, 'live')) as t (id, mode)
      returning id
    ), numbered as (
      insert into journals (environment_id) select id from tenants
    )
    select ${ACCOUNT} from account`;
  return row;
}

export async function updateShop(tx: Tx, accountId: string, shop: Shop): Promise<void> {
  await tx`
    update accounts set name = ${shop.name}, contact = ${shop.contact}, website = ${shop.website}
    where id = ${accountId}`;
}

/** Replaces all settings of one environment. */
export async function updateEnvironment(db: Db | Tx, environment: Environment): Promise<void> {
  const { fees, rates } = environment;
  await db`
    update environments set
      deposit_fee_basis_points = ${fees.deposit.percentBasisPoints},
      deposit_fee_fixed_cents = ${fees.deposit.fixedCents},
      withdrawal_fee_basis_points = ${fees.withdrawal.percentBasisPoints},
      withdrawal_fee_fixed_cents = ${fees.withdrawal.fixedCents},
      deposits_enabled = ${environment.depositsEnabled},
      withdrawals_enabled = ${environment.withdrawalsEnabled},
      read_rate = ${rates.read.perSecond}, read_burst = ${rates.read.burst},
      money_rate = ${rates.money.perSecond}, money_burst = ${rates.money.burst}
    where id = ${environment.id}`;
}

/** Equals `environment_now`, for an environment whose row is `e`. */
export const NOW_OF_E = sql`(now() + e.clock_offset_ms * interval '1 ms')::timestamptz(3)`;

/** How far an environment's clock is ahead of the database's, by which some times are stored. */
export const aheadOf = (environmentId: EnvironmentId | Fragment): Fragment =>
  sql`(select clock_offset_ms * interval '1 ms' from environments where id = ${environmentId})`;

/** An environment's business time, and how far it is ahead of the database's. */
export async function readClock(
  db: Db | Tx,
  environmentId: EnvironmentId,
): Promise<{ readonly now: Date; readonly offsetMs: number }> {
  const [clock] = await db<{ now: Date; offsetMs: number }>`
    select environment_now(id) as now, clock_offset_ms as offset_ms
    from environments where id = ${environmentId}`;
  if (!clock) throw new Error('no such environment');
  return clock;
}

/** @returns the new time; undefined if the offset is not `fromMs` any more */
export async function putClockForward(
  tx: Tx,
  environmentId: EnvironmentId,
  fromMs: number,
  toMs: number,
): Promise<Date | undefined> {
  const [moved] = await tx<{ now: Date }>`
    update environments e set clock_offset_ms = ${toMs}
    where e.id = ${environmentId} and e.clock_offset_ms = ${fromMs}
    returning ${NOW_OF_E} as now`;
  return moved?.now;
}
