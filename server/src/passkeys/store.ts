import type { SessionId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import { CHALLENGE_MINUTES, type Passkey, type PasskeyId, type Purpose } from './passkey.ts';

const COLUMNS = sql`id, user_id, credential_id, public_key, counter, transports, name, created_at,
  last_used_at`;

/** Oldest first. */
export async function listPasskeys(db: Db | Tx, userId: UserId): Promise<Passkey[]> {
  return db<Passkey>`select ${COLUMNS} from passkeys where user_id = ${userId} order by id`;
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const [passkey] = await db<Passkey>`
    select ${COLUMNS} from passkeys where credential_id = ${credentialId}`;
  return passkey;
}

export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>,
): Promise<Passkey | undefined> {
  const [row] = await tx<Passkey>`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    values (${passkey.id}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${passkey.transports}, ${passkey.name})
    on conflict do nothing returning ${COLUMNS}`;
  return row;
}

/**
 * Updates the signature counter. False if the passkey was removed, or its counter was already
 * higher: then one of two authenticators is a copy.
 */
export async function markUsed(tx: Tx, id: PasskeyId, counter: number): Promise<boolean> {
  const rows = await tx`
    update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`;
  return rows.length > 0;
}

export async function deletePasskey(tx: Tx, userId: UserId, id: PasskeyId): Promise<boolean> {
  const rows = await tx`
    delete from passkeys where id = ${id} and user_id = ${userId} returning id`;
  return rows.length > 0;
}

export async function insertChallenge(
  db: Db,
  challenge: string,
  purpose: Purpose,
  sessionId: SessionId | null,
): Promise<void> {
  await db`
    insert into passkey_challenges (challenge, purpose, session_id)
    values (${challenge}, ${purpose}, ${sessionId})`;
}

/** Whether the challenge was issued for this purpose and not used yet; this uses it up. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  purpose: Purpose,
  sessionId: SessionId | null,
): Promise<boolean> {
  const rows = await db`
    delete from passkey_challenges
    where challenge = ${challenge} and purpose = ${purpose}
      and session_id is not distinct from ${sessionId}
      and created_at > now() - ${CHALLENGE_MINUTES} * interval '1 minute'
    returning challenge`;
  return rows.length > 0;
}

export async function deleteOldChallenges(db: Db): Promise<void> {
  await db`delete from passkey_challenges where created_at < now() - interval '1 hour'`;
}
