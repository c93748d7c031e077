import { environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import type { Environment } from '../accounts/environment.ts';
import type { ApiKeyId, EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { ApiKey, Scope } from './api-key.ts';

export interface StoredKey {
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  readonly environment: Environment;
  /** Whether the installation moves no new money at present. */
  readonly safeMode: boolean;
}

/** A key that is neither revoked nor expired, with the environment it opens. */
export async function findUsableKey(db: Db, id: ApiKeyId): Promise<StoredKey | undefined> {
  const [row] = await db<EnvironmentRow & Omit<StoredKey, 'environment'>>`
    select k.secret_hash, k.scopes, e.id as environment_id, e.account_id, e.mode,
      e.deposit_fee_basis_points, e.deposit_fee_fixed_cents, e.withdrawal_fee_basis_points,
      e.withdrawal_fee_fixed_cents, e.deposits_enabled, e.withdrawals_enabled, e.read_rate,
      e.read_burst, e.money_rate, e.money_burst, (select safe_mode from installation) as safe_mode
    from api_keys k join environments e on e.id = k.environment_id
    where k.id = ${id} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;
  if (!row) return undefined;
  const { secretHash, scopes, safeMode } = row;
  return { secretHash, scopes, safeMode, environment: environmentOf(row) };
}

export async function insertKey(
  db: Db,
  key: {
    environmentId: EnvironmentId;
    id: ApiKeyId;
    name: string;
    secretHash: Buffer;
    lastFour: string;
    scopes: readonly Scope[];
    expiresInDays: number | undefined;
  },
): Promise<void> {
  await db`
    insert into api_keys (environment_id, id, name, secret_hash, last_four, scopes, expires_at)
    values (${key.environmentId}, ${key.id}, ${key.name}, ${key.secretHash}, ${key.lastFour},
      ${[...key.scopes]}, now() + ${key.expiresInDays ?? null} * interval '1 day')`;
}

export async function listKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  return db<ApiKey>`
    select k.id, k.environment_id, k.name, e.mode, k.last_four, k.scopes, k.created_at,
      k.expires_at, k.revoked_at
    from api_keys k join environments e on e.id = k.environment_id
    where e.account_id = ${accountId} order by k.id`;
}

/** False when there is no such key. Revoking twice keeps the first time. */
export async function markRevoked(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`;
  return rows.length > 0;
}
