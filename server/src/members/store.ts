import { environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import type { Environment, Mode } from '../accounts/environment.ts';
import type { AccountId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Role } from './member.ts';

export interface Membership {
  readonly accountId: AccountId;
  readonly accountName: string | null;
  readonly role: Role;
}

export async function listMemberships(db: Db, userId: UserId): Promise<Membership[]> {
  return db<Membership>`
    select m.account_id, a.name as account_name, m.role
    from memberships m join accounts a on a.id = m.account_id
    where m.user_id = ${userId} order by m.created_at, m.account_id`;
}

export interface Tenancy {
  readonly role: Role;
  readonly environment: Environment;
  readonly safeMode: boolean;
}

/** What a person is in an account, with the environment of one mode; undefined for a stranger. */
export async function findTenancy(
  db: Db,
  userId: UserId,
  accountId: AccountId,
  mode: Mode,
): Promise<Tenancy | undefined> {
  const [row] = await db<EnvironmentRow & { role: Role; safeMode: boolean }>`
    select m.role, e.id as environment_id, e.account_id, e.mode, e.deposit_fee_basis_points,
      e.deposit_fee_fixed_cents, e.withdrawal_fee_basis_points, e.withdrawal_fee_fixed_cents,
      e.deposits_enabled, e.withdrawals_enabled, e.read_rate, e.read_burst, e.money_rate,
      e.money_burst, (select safe_mode from installation) as safe_mode
    from memberships m join environments e on e.account_id = m.account_id
    where m.user_id = ${userId} and m.account_id = ${accountId} and e.mode = ${mode}`;
  return row && { role: row.role, environment: environmentOf(row), safeMode: row.safeMode };
}

export async function findRole(
  db: Db | Tx,
  userId: UserId,
  accountId: AccountId,
): Promise<Role | undefined> {
  const [row] = await db<{ role: Role }>`
    select role from memberships where user_id = ${userId} and account_id = ${accountId}`;
  return row?.role;
}

export async function insertMembership(
  db: Db | Tx,
  accountId: AccountId,
  userId: UserId,
  role: Role,
): Promise<void> {
  await db`
    insert into memberships (account_id, user_id, role) values (${accountId}, ${userId}, ${role})`;
}
