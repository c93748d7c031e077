import type { UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { sql, when } from '../platform/sql.ts';
import type { Language } from '../refusals.ts';
import { isFreshAt } from '../sessions/store.ts';
import { CONFIRM_HOURS, RESET_HOURS, type User } from './user.ts';

const COLUMNS = sql`id, email, language, password_hash`;

export async function findUserByEmail(db: Db | Tx, email: string): Promise<User | undefined> {
  const [user] = await db<User>`select ${COLUMNS} from users where lower(email) = ${email}`;
  return user;
}

/** @throws Error if there is no such user */
export async function getUser(db: Db, id: UserId): Promise<User> {
  const [user] = await db<User>`select ${COLUMNS} from users where id = ${id}`;
  if (!user) throw new Error('there is no such user');
  return user;
}

/** Locks the user's credentials until this transaction ends. */
export async function lockUser(tx: Tx, id: UserId): Promise<User> {
  const [user] = await tx<User>`select ${COLUMNS} from users where id = ${id} for no key update`;
  if (!user) throw new Error('there is no such user');
  return user;
}

/** A user with a confirmed address; undefined if the address belongs to another user. */
export async function insertUser(tx: Tx, user: User): Promise<Pick<User, 'id'> | undefined> {
  const [row] = await tx<Pick<User, 'id'>>`
    insert into users (id, email, language, password_hash, email_confirmed_at)
    values (${user.id}, ${user.email}, ${user.language}, ${user.passwordHash}, now())
    on conflict do nothing returning id`;
  return row;
}

export async function writePassword(tx: Tx, id: UserId, passwordHash: string): Promise<void> {
  await tx`update users set password_hash = ${passwordHash} where id = ${id}`;
}

export async function updateProfile(
  db: Db,
  id: UserId,
  { name, language }: { name?: string | null | undefined; language?: Language | undefined },
): Promise<void> {
  await db`
    update users set language = coalesce(${language}, language)
      ${when(name === undefined ? undefined : true, sql`, name = ${name ?? null}`)}
    where id = ${id}`;
}

/** A sign-up with an address that has not been confirmed. */
export interface SignUp {
  readonly email: string;
  readonly passwordHash: string;
  readonly accountName: string | null;
  readonly language: Language;
  readonly browserHash: Buffer;
}

/** Replaces an earlier sign-up with the address, whose links stop working. */
export async function replaceSignUp(tx: Tx, signUp: SignUp): Promise<void> {
  await tx`
    insert into sign_ups (email, password_hash, account_name, language, browser_hash)
    values (${signUp.email}, ${signUp.passwordHash}, ${signUp.accountName}, ${signUp.language},
      ${signUp.browserHash})
    on conflict (email) do update set password_hash = excluded.password_hash,
      account_name = excluded.account_name, language = excluded.language,
      browser_hash = excluded.browser_hash, typed_at = now()`;
  await tx`delete from sign_up_links where email = ${signUp.email}`;
}

const SIGN_UP = sql`email, password_hash, account_name, language, browser_hash`;

export async function findSignUp(db: Db, email: string): Promise<SignUp | undefined> {
  const [signUp] = await db<SignUp>`select ${SIGN_UP} from sign_ups where email = ${email}`;
  return signUp;
}

/** Locks the sign-up, so that it is neither confirmed nor replaced before this transaction ends. */
export async function lockSignUp(tx: Tx, email: string): Promise<SignUp | undefined> {
  const [signUp] = await tx<SignUp>`
    select ${SIGN_UP} from sign_ups where email = ${email} for update`;
  return signUp;
}

export async function insertSignUpLink(tx: Tx, email: string, tokenHash: Buffer): Promise<void> {
  await tx`insert into sign_up_links (token_hash, email) values (${tokenHash}, ${email})`;
}

const IS_LINK_OPEN = sql`created_at > now() - ${CONFIRM_HOURS} * interval '1 hour'`;

/** The sign-up that a mailed link belongs to; this does not use it up. */
export async function findSignUpByLink(db: Db, tokenHash: Buffer): Promise<SignUp | undefined> {
  const [signUp] = await db<SignUp>`
    select ${SIGN_UP} from sign_ups where email = (
      select email from sign_up_links where token_hash = ${tokenHash} and ${IS_LINK_OPEN})`;
  return signUp;
}

export interface TakenSignUp extends SignUp {
  /** Whether its password was entered recently enough to count as a step-up. */
  readonly isFresh: boolean;
}

/**
 * Takes the sign-up that a mailed link belongs to, and deletes it; undefined if the link is too
 * old, was used or was replaced.
 */
export async function takeSignUp(tx: Tx, tokenHash: Buffer): Promise<TakenSignUp | undefined> {
  // The same lock order as a sign-up: first the row of the address, then its links.
  await tx`
    select from sign_ups where email = (
      select email from sign_up_links where token_hash = ${tokenHash}) for update`;
  const [link] = await tx<{ email: string }>`
    delete from sign_up_links where token_hash = ${tokenHash} and ${IS_LINK_OPEN}
    returning email`;
  if (!link) return undefined;
  const [signUp] = await tx<TakenSignUp>`
    delete from sign_ups where email = ${link.email}
    returning ${SIGN_UP}, ${isFreshAt(sql`typed_at`)} as is_fresh`;
  return signUp;
}

export async function insertResetLink(tx: Tx, userId: UserId, tokenHash: Buffer): Promise<void> {
  await tx`insert into reset_links (token_hash, user_id) values (${tokenHash}, ${userId})`;
}

/** The user whose password a link allows to set; this does not use it up. */
export async function findResetLink(db: Db, tokenHash: Buffer): Promise<UserId | undefined> {
  const [link] = await db<{ userId: UserId }>`
    select user_id from reset_links where token_hash = ${tokenHash}
      and created_at > now() - ${RESET_HOURS} * interval '1 hour'`;
  return link?.userId;
}

/** Takes a link, and all others of the person with it; false if another request was faster. */
export async function takeResetLinks(tx: Tx, userId: UserId, tokenHash: Buffer): Promise<boolean> {
  const links = await tx<{ isMeant: boolean }>`
    delete from reset_links where user_id = ${userId}
    returning token_hash = ${tokenHash} as is_meant`;
  return links.some(({ isMeant }) => isMeant);
}

export async function endResetLinks(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from reset_links where user_id = ${userId}`;
}

/** Deletes sign-ups and reset links that were not confirmed in time. */
export async function deleteOldSignUps(db: Db, limit: number): Promise<number> {
  const signUps = await db`
    delete from sign_ups where email in (
      select email from sign_ups where typed_at < now() - interval '7 days'
      order by typed_at limit ${limit} for update skip locked)
    returning email`;
  await db`delete from reset_links where created_at < now() - interval '1 day'`;
  return signUps.length;
}
