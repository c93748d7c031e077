import { ApiError } from '../errors.ts';
import type { SessionId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql, when } from '../platform/sql.ts';
import { FRESH_MINUTES, HALF_OPEN_MINUTES, type Session, SESSION_DAYS } from './session.ts';

/**
 * Whether an identity was proved recently. A time in the future was recorded before the clock was
 * set back, so its real age is unknown.
 */
export const isFreshAt = (time: Fragment): Fragment => sql`(
  ${time} > now() - ${FRESH_MINUTES} * interval '1 minute'
  and ${time} < now() + interval '1 minute')`;
const IS_FRESH = isFreshAt(sql`s.verified_at`);

/** The open session with this token. Its last use is updated at most every five minutes. */
export async function findSession(db: Db, tokenHash: Buffer): Promise<Session | undefined> {
  const [row] = await db<Session & { isStale: boolean }>`
    select s.id, s.user_id, u.email, u.name, u.language, u.is_operator, s.is_half_open,
      coalesce(${IS_FRESH}, false) as is_fresh,
      case when ${IS_FRESH}
        then s.verified_at + ${FRESH_MINUTES} * interval '1 minute' end as verified_until,
      s.last_seen_at < now() - interval '5 minutes' as is_stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.ended_at is null
      and s.created_at > now() - ${SESSION_DAYS.most} * interval '1 day'
      and s.last_seen_at > now() - ${SESSION_DAYS.idle} * interval '1 day'
      and (not s.is_half_open
        or s.created_at > now() - ${HALF_OPEN_MINUTES} * interval '1 minute')`;
  if (!row) return undefined;
  const { isStale, ...session } = row;
  if (isStale) await db`update sessions set last_seen_at = now() where id = ${session.id}`;
  return session;
}

export interface NewSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly tokenHash: Buffer;
  readonly isHalfOpen: boolean;
  readonly isVerified: boolean;
  readonly userAgent: string;
  readonly address: string;
}

export async function insertSession(db: Db | Tx, session: NewSession): Promise<void> {
  await db`
    insert into sessions (id, user_id, token_hash, is_half_open, verified_at, user_agent, address)
    values (${session.id}, ${session.userId}, ${session.tokenHash}, ${session.isHalfOpen},
      case when ${session.isVerified}::boolean then now() end,
      ${session.userAgent.slice(0, 400)}, ${session.address.slice(0, 60)})`;
}

/**
 * Keeps a session from ending before this transaction does. What was requested in a session that
 * has ended is not done, even if it was requested earlier.
 * @throws ApiError signed_out
 */
export async function holdSession(tx: Tx, id: SessionId): Promise<void> {
  const rows = await tx`
    select from sessions where id = ${id} and ended_at is null for share`;
  if (rows.length === 0) throw new ApiError('signed_out');
}

/** Ends a session; false if it was not open, or is not this person's. */
export async function endSession(db: Db | Tx, userId: UserId, id: SessionId): Promise<boolean> {
  const rows = await db`
    update sessions set ended_at = now()
    where id = ${id} and user_id = ${userId} and ended_at is null returning id`;
  return rows.length > 0;
}

/** Locks the user like a change of credentials does, so that the two are serialized. */
export async function lockPerson(tx: Tx, userId: UserId): Promise<void> {
  await tx`select from users where id = ${userId} for no key update`;
}

/** Ends all sessions of a person, whose row must be locked, except the one to keep. */
export async function endSessions(tx: Tx, userId: UserId, keep?: SessionId): Promise<void> {
  await tx`
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null ${when(keep, sql`and id <> ${keep}`)}`;
}

/** Records that the person has just proved their identity. @returns until when that counts */
export async function markVerified(tx: Tx, id: SessionId): Promise<Date> {
  const [row] = await tx<{ until: Date }>`
    update sessions set verified_at = now() where id = ${id}
    returning verified_at + ${FRESH_MINUTES} * interval '1 minute' as until`;
  if (!row) throw new Error('there is no such session');
  return row.until;
}

export interface OpenSession {
  readonly id: SessionId;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export async function listSessions(db: Db, userId: UserId): Promise<OpenSession[]> {
  return db<OpenSession>`
    select id, user_agent, address, created_at, last_seen_at from sessions
    where user_id = ${userId} and ended_at is null and not is_half_open
      and created_at > now() - ${SESSION_DAYS.most} * interval '1 day'
      and last_seen_at > now() - ${SESSION_DAYS.idle} * interval '1 day'
    order by last_seen_at desc, id desc limit 100`;
}

export interface SignInMeans {
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  /** Those not used up. */
  readonly recoveryCodes: number;
  readonly passkeys: number;
}

/** The ways in which a person can sign in. */
export async function readSignInMeans(db: Db, userId: UserId): Promise<SignInMeans> {
  const [row] = await db<SignInMeans>`
    select password_hash is not null as has_password,
      exists (select from totp_secrets t
        where t.user_id = u.id and t.confirmed_at is not null) as has_totp,
      (select count(*) from recovery_codes c
        where c.user_id = u.id and c.used_at is null) as recovery_codes,
      (select count(*) from passkeys p where p.user_id = u.id) as passkeys
    from users u where id = ${userId}`;
  return row ?? { hasPassword: false, hasTotp: false, recoveryCodes: 0, passkeys: 0 };
}

/** Deletes sessions that expired at least a month ago, however they ended. */
export async function deleteOldSessions(db: Db, limit: number): Promise<number> {
  const rows = await db`
    delete from sessions where id in (
      select id from sessions
      where created_at < now() - ${SESSION_DAYS.most * 2} * interval '1 day'
      order by created_at limit ${limit} for update skip locked)
    returning id`;
  return rows.length;
}
