import type { UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';

const SECRET_PLACE = 'totp_secrets.secret';

export interface TotpSecret {
  /** In base 32. */
  readonly secret: string;
  readonly lastStep: number;
  readonly confirmedAt: Date | null;
  /** By the database's clock, as that of one process may be wrong. */
  readonly now: Date;
}

/** A user's secret, locked until this transaction ends. */
export async function lockTotp(
  tx: Tx,
  vault: Vault,
  userId: UserId,
): Promise<TotpSecret | undefined> {
  const [row] = await tx<TotpSecret>`
    select secret, last_step, confirmed_at, clock_timestamp() as now
    from totp_secrets where user_id = ${userId} for update`;
  return row && { ...row, secret: vault.open(SECRET_PLACE, row.secret) };
}

export async function hasTotp(db: Db | Tx, userId: UserId): Promise<boolean> {
  const rows = await db`
    select from totp_secrets where user_id = ${userId} and confirmed_at is not null`;
  return rows.length > 0;
}

/** Replaces a secret that is not in use yet; false if one is in use. */
export async function beginTotpSecret(
  db: Db,
  vault: Vault,
  userId: UserId,
  secret: string,
): Promise<boolean> {
  const rows = await db`
    insert into totp_secrets (user_id, secret) values (${userId}, ${vault.seal(SECRET_PLACE, secret)})
    on conflict (user_id) do update
      set secret = excluded.secret, last_step = 0, created_at = now()
      where totp_secrets.confirmed_at is null
    returning user_id`;
  return rows.length > 0;
}

export async function takeStep(tx: Tx, userId: UserId, step: number): Promise<void> {
  await tx`
    update totp_secrets set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where user_id = ${userId}`;
}

/** Takes locks in the same order as a sign-in. @returns whether codes were required */
export async function deleteTotp(tx: Tx, userId: UserId): Promise<boolean> {
  const [deleted] = await tx<{ wasRequired: boolean }>`
    delete from totp_secrets where user_id = ${userId}
    returning confirmed_at is not null as was_required`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  return deleted?.wasRequired ?? false;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await tx`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, hash from unnest(${hashes}::bytea[]) as hash`;
}

/** Uses up a recovery code; false if it is invalid or was used before. */
export async function takeRecoveryCode(tx: Tx, userId: UserId, hash: Buffer): Promise<boolean> {
  const rows = await tx`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${hash} and used_at is null returning user_id`;
  return rows.length > 0;
}
