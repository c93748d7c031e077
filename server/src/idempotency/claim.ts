import type { App, Tenant } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { NOW_OF_E } from '../accounts/store.ts';
import type { EnvironmentId, OrderId } from '../ids.ts';
import { asRows } from '../platform/as-rows.ts';
import type { Db } from '../platform/db.ts';
import { batched } from '../platform/batch.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { ATTEMPT, recordFailed } from './record-failed.ts';

export type OperationName = 'deposit' | 'withdrawal';

/** The right to work on one key. A later attempt by another process makes it worthless. */
export interface Claim extends Tenant {
  readonly key: string;
  readonly operation: OperationName;
  readonly resourceId: OrderId;
  readonly attempt: number;
  readonly nonce: string;
  /** Business time of the environment when the claim was made. */
  readonly now: Date;
  readonly intent: unknown;
  readonly progress: unknown;
}

export interface NewClaim extends Omit<Claim, 'attempt' | 'now' | 'progress'> {
  readonly fingerprint: Buffer;
}

export interface KnownKey {
  readonly environmentId: EnvironmentId;
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly state: 'running' | 'resting' | 'done' | 'failed';
  readonly leaseOver: boolean;
  readonly attempt: number;
  readonly responseStatus: number | null;
  readonly response: string | null;
}

interface ClaimRow extends Omit<Claim, 'intent' | 'progress'> {
  readonly intent: string;
  readonly progress: string | null;
}

/** Longer than a call to the provider may take; renewed three times before it ends. */
export const LEASE_SECONDS = 30;

const INTENT = 'idempotency_keys.intent';
const PROGRESS = 'idempotency_keys.progress';
export const RESPONSE = 'idempotency_keys.response';

/** Writes key, resource id and intent before any call is made. Undefined: the key is known. */
export async function claimNewKey(app: App, claim: NewClaim): Promise<Claim | undefined> {
  const now = await claimKeys(app.db, {
    environment: claim.environmentId,
    key: claim.key,
    fingerprint: claim.fingerprint.toString('hex'),
    operation: claim.operation,
    resource: claim.resourceId,
    nonce: claim.nonce,
    intent: app.vault.seal(INTENT, JSON.stringify(claim.intent)),
  });
  return now && { ...claim, attempt: 1, now, progress: undefined };
}

interface RequestedKey {
  readonly environment: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly operation: OperationName;
  readonly resource: string;
  readonly nonce: string;
  readonly intent: string;
}

/**
 * A condition on a row that is found by its key. With `state = 'running'`, a plan kept from a quiet
 * hour would read all rows under way through their partial index.
 */
export const IS_RUNNING = sql`lease_until is not null`;

/** By its nonce too: the key may have been closed and forgotten, and claimed again since. */
export const isHeldBy = ({ environmentId, key, attempt, nonce }: Claim): Fragment => sql`
  environment_id = ${environmentId} and key = ${key} and attempt = ${attempt}
  and nonce = ${nonce} and ${IS_RUNNING}`;

const LEASE_END = sql`now() + ${LEASE_SECONDS} * interval '1 second'`;

/** Run out, or too long to be real: given before the database's clock was set back. */
export const IS_ABANDONED = sql`(lease_until < now()
  or lease_until > now() + ${2 * LEASE_SECONDS} * interval '1 second')`;

const REQUESTED = sql`environment text, key text, fingerprint text, operation text, resource text,
  nonce uuid, intent text`;

/** Sorted, so that batches with keys in common take row locks in one order and cannot deadlock. */
const claimKeys = batched<RequestedKey, Date | undefined>(async (db, requested) => {
  const won = await db<{ nonce: string; now: Date }>`
    with requested as (
      ${asRows(requested, REQUESTED)}
    ), theirs as (
      -- A nonexistent environment drops out here: these tables have no foreign keys (record 0076).
      select requested.*, ${NOW_OF_E} as now
      from requested join environments e on e.id = requested.environment
    ), claimed as (
      insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
        lease_until, nonce, intent)
      select environment, key, decode(fingerprint, 'hex'), operation, resource, 'running',
        ${LEASE_END}, nonce, intent
      from theirs order by environment collate "C", key collate "C"
      on conflict do nothing
      returning nonce
    )
    -- The planner expects one row from each, so a join would be a quadratic nested loop.
    select nonce, now from theirs where nonce = any(array(select nonce from claimed))`;
  // For equal keys only the nonce tells who won: callers may choose the resource id themselves.
  const times = new Map(won.map(({ nonce, now }) => [nonce, now]));
  return requested.map(({ nonce }) => times.get(nonce));
});

/** Stores a key as failed for a request that was refused before any call. False: key is known. */
export async function spendNewKey(app: App, claim: Omit<NewClaim, 'intent'>): Promise<boolean> {
  const rows = await app.db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      nonce)
    values (${claim.environmentId}, ${claim.key}, ${claim.fingerprint}, ${claim.operation},
      ${claim.resourceId}, 'failed', ${claim.nonce})
    on conflict do nothing
    returning key`;
  return rows.length > 0;
}

export async function findKey(
  app: App,
  environmentId: EnvironmentId,
  key: string,
): Promise<KnownKey | undefined> {
  const [row] = await app.db<KnownKey>`
    select environment_id, key, fingerprint, state, coalesce(${IS_ABANDONED}, false) as lease_over,
      attempt, response_status, response
    from idempotency_keys where environment_id = ${environmentId} and key = ${key}`;
  if (!row) return undefined;
  return { ...row, response: row.response && app.vault.open(RESPONSE, row.response) };
}

/** Resumes a resting key, or one whose process died. Undefined: someone else was faster. */
export async function takeUpKey(app: App, known: KnownKey): Promise<Claim | undefined> {
  const [row] = await app.db<ClaimRow>`
    with found as (
      select ${ATTEMPT}, state
      from idempotency_keys
      where environment_id = ${known.environmentId} and key = ${known.key}
        -- If it was forgotten and claimed again since, it may belong to a different order.
        and attempt = ${known.attempt} and fingerprint = ${known.fingerprint}
        and (state = 'resting' or (state = 'running' and ${IS_ABANDONED}))
      for update
    ), taken as (
      update idempotency_keys k set state = 'running', attempt = k.attempt + 1, provider_ref = null,
        lease_until = ${LEASE_END}, updated_at = now()
      from found where k.environment_id = found.environment_id and k.key = found.key
      returning k.environment_id, k.key, k.operation, k.resource_id, k.attempt, k.nonce, k.intent,
        k.progress
    ), abandoned as (
      select * from found where state = 'running'
    ), recorded as (
      ${recordFailed(sql`abandoned`, 'unknown')}
    )
    select taken.*, e.mode, environment_now(e.id) as now
    from taken join environments e on e.id = taken.environment_id`;
  return row && openClaim(app, row);
}

/**
 * Keys whose process died mid-operation, to be resumed one by one.
 * @param full the modes whose keys have to wait
 */
export async function listDeadKeys(
  db: Db,
  limit: number,
  full: readonly Mode[],
): Promise<(KnownKey & { readonly mode: Mode })[]> {
  return db<KnownKey & { mode: Mode }>`
    select k.environment_id, e.mode, k.key, k.fingerprint, k.state, true as lease_over, k.attempt,
      null as response_status, null as response
    from idempotency_keys k join environments e on e.id = k.environment_id
    where k.state = 'running' and ${IS_ABANDONED} and e.mode <> all(${[...full]})
    order by k.lease_until limit ${limit}`;
}

function openClaim(app: App, row: ClaimRow): Claim {
  return {
    ...row,
    intent: JSON.parse(app.vault.open(INTENT, row.intent)),
    progress:
      row.progress === null ? undefined : JSON.parse(app.vault.open(PROGRESS, row.progress)),
  };
}

/** @returns false if the claim was lost */
export async function renewLease(db: Db, claim: Claim): Promise<boolean> {
  const rows = await db`
    update idempotency_keys set lease_until = ${LEASE_END}
    where ${isHeldBy(claim)}
    returning key`;
  return rows.length > 0;
}

/**
 * Saves what a half-done operation knows: the provider's id for what it made, and the rest.
 * @returns false if the claim was lost; then what was just learned must not be used
 */
export async function saveProgress(
  app: App,
  claim: Claim,
  providerRef: string,
  progress: unknown,
): Promise<boolean> {
  const rows = await app.db`
    update idempotency_keys set provider_ref = ${providerRef},
      progress = ${app.vault.seal(PROGRESS, JSON.stringify(progress))}
    where ${isHeldBy(claim)}
    returning key`;
  return rows.length > 0;
}

/** Discards the saved progress, so that the next attempt starts over. */
export async function dropProgress(db: Db, claim: Claim): Promise<void> {
  await db`
    update idempotency_keys set progress = null
    where ${isHeldBy(claim)}`;
}
