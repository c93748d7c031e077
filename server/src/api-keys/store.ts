import { ENVIRONMENT_OF_E, environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import type { Tenancy } from '../accounts/environment.ts';
import type { AccountId, ApiKeyId, EnvironmentId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Position } from '../platform/page.ts';
import { sql } from '../platform/sql.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import type { Cents } from '../money.ts';
import type { ApiKey, Caps, Scope } from './api-key.ts';

export interface StoredKey extends Tenancy {
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  /** Whether it works for agents at /mcp, and nowhere else. */
  readonly isAgent: boolean;
  /** Whether it may do more there than read. */
  readonly hasCaps: boolean;
}

/** A key that is neither revoked nor expired, and its environment. */
export async function findUsableKey(db: Db, id: ApiKeyId): Promise<StoredKey | undefined> {
  const [row] = await db<EnvironmentRow & Omit<StoredKey, 'environment'>>`
    select k.secret_hash, k.scopes, k.is_agent, k.call_cap_cents is not null as has_caps,
      ${ENVIRONMENT_OF_E}, (select safe_mode from installation) as safe_mode
    from api_keys k join environments e on e.id = k.environment_id
    where k.id = ${id} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;
  if (!row) return undefined;
  const { secretHash, scopes, isAgent, hasCaps, safeMode } = row;
  return { secretHash, scopes, isAgent, hasCaps, safeMode, environment: environmentOf(row) };
}

export async function insertKey(
  db: Db | Tx,
  key: {
    environmentId: EnvironmentId;
    id: ApiKeyId;
    name: string;
    secretHash: Buffer;
    lastFour: string;
    scopes: readonly Scope[];
    expiresInDays: number | undefined;
    createdBy: UserId | undefined;
    isAgent: boolean;
    caps: Caps | null;
  },
): Promise<void> {
  await db`
    insert into api_keys (environment_id, id, name, secret_hash, last_four, scopes, expires_at,
      created_by, is_agent, call_cap_cents, day_cap_cents)
    values (${key.environmentId}, ${key.id}, ${key.name}, ${key.secretHash}, ${key.lastFour},
      ${[...key.scopes]}, now() + ${key.expiresInDays ?? null} * interval '1 day',
      ${key.createdBy ?? null}, ${key.isAgent}, ${key.caps?.perCallCents ?? null},
      ${key.caps?.perDayCents ?? null})`;
}

interface CapsRow {
  readonly callCapCents: Cents | null;
  readonly dayCapCents: Cents | null;
}

type Row = Omit<ApiKey, 'createdBy' | 'caps'> &
  CapsRow & { makerId: UserId | null; makerEmail: string | null };

function capsOf({ callCapCents, dayCapCents }: CapsRow): Caps | null {
  if (callCapCents === null || dayCapCents === null) return null;
  return { perCallCents: callCapCents, perDayCents: dayCapCents };
}

const SHOWN = sql`
  select k.id, k.environment_id, k.name, e.mode, k.last_four, k.scopes, k.created_at, k.expires_at,
    k.last_used_at, k.last_used_from, k.revoked_at, k.is_agent, k.call_cap_cents,
    k.day_cap_cents, u.id as maker_id, u.email as maker_email`;
const JOINED = sql`
  join environments e on e.id = k.environment_id left join users u on u.id = k.created_by`;

function shown({ makerId, makerEmail, callCapCents, dayCapCents, ...key }: Row): ApiKey {
  const caps = capsOf({ callCapCents, dayCapCents });
  const isKnown = makerId !== null && makerEmail !== null;
  return { ...key, caps, createdBy: isKnown ? { userId: makerId, email: makerEmail } : null };
}

export async function listKeys(db: Db, accountId: string): Promise<ApiKey[]> {
  const rows = await db<Row>`
    ${SHOWN} from api_keys k ${JOINED} where e.account_id = ${accountId} order by k.id`;
  return rows.map(shown);
}

/** The keys of one environment, newest first, one row more than the limit. */
export async function listMadeKeys(
  db: Db,
  environmentId: EnvironmentId,
  after: Position | undefined,
  limit: number,
): Promise<ApiKey[]> {
  const rows = await db<Row>`
    ${SHOWN} from (
      select * from api_keys
      ${newest([['environment_id', environmentId]], indexRangeOf(after), limit + 1)}
    ) k ${JOINED} order by k.created_at desc, k.id desc`;
  return rows.map(shown);
}

/**
 * What the key may order now. Locks the row until the transaction ends, so that two orders with one
 * key are checked one after the other. Undefined if it is not an agent's key.
 */
export async function lockCaps(
  tx: Tx,
  environmentId: EnvironmentId,
  id: ApiKeyId,
): Promise<{ readonly caps: Caps | null; readonly name: string } | undefined> {
  const [row] = await tx<CapsRow & { name: string }>`
    select call_cap_cents, day_cap_cents, name from api_keys
    where environment_id = ${environmentId} and id = ${id} and is_agent and revoked_at is null
    for no key update`;
  return row && { caps: capsOf(row), name: row.name };
}

/** False if there is no such agent's key that is still valid. */
export async function writeCaps(
  tx: Tx,
  environmentId: EnvironmentId,
  id: ApiKeyId,
  caps: Caps | null,
): Promise<boolean> {
  const rows = await tx`
    update api_keys set call_cap_cents = ${caps?.perCallCents ?? null},
      day_cap_cents = ${caps?.perDayCents ?? null}
    where environment_id = ${environmentId} and id = ${id} and is_agent and revoked_at is null
    returning id`;
  return rows.length > 0;
}

export async function findKeyById(
  tx: Tx,
  environmentId: EnvironmentId,
  id: ApiKeyId,
): Promise<ApiKey | undefined> {
  const [row] = await tx<Row>`
    ${SHOWN} from api_keys k ${JOINED} where k.environment_id = ${environmentId} and k.id = ${id}`;
  return row && shown(row);
}

/** Whether it was revoked only now; undefined if this environment has no such key. */
export async function revokeKey(
  tx: Tx,
  environmentId: EnvironmentId,
  id: ApiKeyId,
): Promise<boolean | undefined> {
  const [row] = await tx<{ isNew: boolean }>`
    with revoked as (
      update api_keys set revoked_at = now()
      where environment_id = ${environmentId} and id = ${id} and revoked_at is null returning id
    )
    select exists (select from revoked) as is_new from api_keys
    where environment_id = ${environmentId} and id = ${id}`;
  return row?.isNew;
}

/** That a key was just used, and from where. */
export interface KeyUse {
  readonly environmentId: EnvironmentId;
  readonly id: ApiKeyId;
  readonly from: string;
}

/**
 * Written at most once a minute per key, so that a busy key costs no more than a quiet one. Rows
 * are locked in one order, so that two processes that record the same keys cannot deadlock.
 */
export async function noteUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  await db`
    with held as (
      select k.environment_id, k.id, used.address
      from unnest(${uses.map(({ environmentId }) => environmentId)}::text[],
          ${uses.map(({ id }) => id)}::text[], ${uses.map(({ from }) => from)}::text[])
          as used (environment_id, id, address)
        join api_keys k on k.environment_id = used.environment_id and k.id = used.id
      -- A later time is from before the database's clock was set back, and would never be reached.
      where k.last_used_at is null
        or k.last_used_at not between now() - interval '1 minute' and now() + interval '1 minute'
      order by k.environment_id, k.id for no key update of k
    )
    update api_keys k set last_used_at = now()::timestamptz(3), last_used_from = held.address
    from held where k.environment_id = held.environment_id and k.id = held.id`;
}

/** The key's owner; undefined if there is no such key. Revoking twice keeps the first time. */
export async function markRevoked(db: Db | Tx, id: string): Promise<AccountId | undefined> {
  const [row] = await db<{ accountId: AccountId }>`
    update api_keys k set revoked_at = coalesce(k.revoked_at, now()) from environments e
    where k.id = ${id} and e.id = k.environment_id returning e.account_id`;
  return row?.accountId;
}
