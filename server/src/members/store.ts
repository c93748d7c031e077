import { ENVIRONMENT_OF_E, environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import type { Mode, Tenancy } from '../accounts/environment.ts';
import type { AccountId, SessionId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Position } from '../platform/page.ts';
import { sql } from '../platform/sql.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Member, Role } from './member.ts';

export interface Membership {
  readonly accountId: AccountId;
  readonly accountName: string | null;
  readonly role: Role;
  readonly testClockOffsetMs: number;
}

export async function listMemberships(db: Db, userId: UserId): Promise<Membership[]> {
  return db<Membership>`
    select m.account_id, a.name as account_name, m.role,
      e.clock_offset_ms as test_clock_offset_ms
    from memberships m join accounts a on a.id = m.account_id
    join environments e on e.account_id = m.account_id and e.mode = 'test'
    where m.user_id = ${userId} order by m.created_at, m.account_id`;
}

/** A person's role in an account, with the environment of one mode; undefined for non-members. */
export async function findTenancy(
  db: Db,
  userId: UserId,
  accountId: AccountId,
  mode: Mode,
): Promise<(Tenancy & { readonly role: Role }) | undefined> {
  const [row] = await db<EnvironmentRow & { role: Role; safeMode: boolean }>`
    select m.role, ${ENVIRONMENT_OF_E}, (select safe_mode from installation) as safe_mode
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

/**
 * The actor's role in an account, null for non-members; undefined if their session has ended. Locks
 * the session, so that it cannot end before this transaction does.
 */
export async function holdActor(
  tx: Tx,
  sessionId: SessionId,
  accountId: AccountId,
): Promise<{ readonly role: Role | null } | undefined> {
  const [actor] = await tx<{ role: Role | null }>`
    select m.role
    from sessions s left join memberships m on m.user_id = s.user_id and m.account_id = ${accountId}
    where s.id = ${sessionId} and s.ended_at is null for share of s`;
  return actor;
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

/** The members of an account, newest first, one row more than the limit. */
export async function listMembers(
  db: Db,
  accountId: AccountId,
  after: Position | undefined,
  limit: number,
): Promise<Member[]> {
  return db<Member>`
    ${MEMBER} from (
      select * from (select account_id, user_id as id, role, created_at from memberships) named
      ${newest([['account_id', accountId]], indexRangeOf(after), limit + 1)}
    ) m ${USER} order by m.created_at desc, m.id desc`;
}

export async function findMember(
  tx: Tx,
  accountId: AccountId,
  userId: UserId,
): Promise<Member | undefined> {
  const [member] = await tx<Member>`
    ${MEMBER} from (
      select user_id as id, role, created_at from memberships
      where account_id = ${accountId} and user_id = ${userId}
    ) m ${USER}`;
  return member;
}

const MEMBER = sql`
  select m.id, u.email, u.name, m.role, m.created_at,
    (select max(s.last_seen_at) from sessions s
      where s.user_id = m.id and not s.is_half_open) as last_seen_at`;
const USER = sql`join users u on u.id = m.id`;

/** Serializes changes to the team of an account. */
export async function lockTeam(tx: Tx, accountId: AccountId): Promise<void> {
  await tx`select id from accounts where id = ${accountId} for no key update`;
}

/** Whether there is another owner; the team must be locked. */
export async function hasOtherOwner(
  tx: Tx,
  accountId: AccountId,
  userId: UserId,
): Promise<boolean> {
  const rows = await tx`
    select from memberships
    where account_id = ${accountId} and role = 'owner' and user_id <> ${userId} limit 1`;
  return rows.length > 0;
}

export async function updateRole(
  tx: Tx,
  accountId: AccountId,
  userId: UserId,
  role: Role,
): Promise<void> {
  await tx`
    update memberships set role = ${role}
    where account_id = ${accountId} and user_id = ${userId}`;
}

export async function deleteMembership(
  tx: Tx,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await tx`delete from memberships where account_id = ${accountId} and user_id = ${userId}`;
}
