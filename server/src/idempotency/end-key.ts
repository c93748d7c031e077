import type { Db } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import { CONNECTION_OF_E } from '../provider/connection.ts';
import { type Claim, IS_ABANDONED, isHeldBy } from './claim.ts';
import { ATTEMPT, type Failure, recordFailed } from './record-failed.ts';

/** A final refusal uses up the key. False, here and below: the claim was lost. */
export async function failKey(db: Db, claim: Claim): Promise<boolean> {
  return endKey(db, claim, 'failed', 'refused');
}

/** After an unknown outcome the key rests until the same request is sent again. */
export async function restKey(db: Db, claim: Claim): Promise<boolean> {
  return endKey(db, claim, 'resting', 'unknown');
}

/** Nothing was executed: restores the key to what it was before this attempt. */
export async function releaseKey(db: Db, claim: Claim): Promise<boolean> {
  if (claim.attempt > 1) return endKey(db, claim, 'resting', 'not_executed');
  const rows = await db`
    with deleted as (
      delete from idempotency_keys
      where ${isHeldBy(claim)}
      returning ${ATTEMPT}
    ), recorded as (
      ${recordFailed(sql`deleted`, 'not_executed')}
    )
    select key from deleted`;
  return rows.length > 0;
}

async function endKey(
  db: Db,
  claim: Claim,
  state: 'failed' | 'resting',
  outcome: Failure,
): Promise<boolean> {
  const rows = await db`
    with held as (
      select ${ATTEMPT}
      from idempotency_keys
      where ${isHeldBy(claim)}
      for update
    ), ended as (
      update idempotency_keys k set state = ${state}, lease_until = null, updated_at = now(),
        intent = case when ${state} = 'failed' then null else intent end,
        progress = case when ${state} = 'failed' then null else progress end
      from held where k.environment_id = held.environment_id and k.key = held.key
    ), recorded as (
      ${recordFailed(sql`held`, outcome)}
    )
    select key from held`;
  return rows.length > 0;
}

/** Rows per statement: the database cancels a statement that takes too long. */
const SWEEP_BATCH = 1_000;

/**
 * Closes keys that rested for a day, and forgets failed ones after `days`. Whatever the provider is
 * known to have made for a closed key becomes an orphan.
 * @returns whether there are probably more
 */
export async function sweepKeys(db: Db, days: number): Promise<boolean> {
  const closed = await db`
    with closed as (
      update idempotency_keys
      set state = 'failed', intent = null, progress = null, updated_at = now()
      where (environment_id, key) in (
        select environment_id, key from idempotency_keys
        where state = 'resting' and updated_at < now() - interval '24 hours'
        order by updated_at limit ${SWEEP_BATCH} for update skip locked)
      returning environment_id, resource_id, operation
    ), orphan as (
      insert into orphans
        (connection, environment_id, provider_ref, operation, resource_id, found_by)
      select ${CONNECTION_OF_E}, e.id, a.provider_ref,
        closed.operation, closed.resource_id, 'late_answer'
      from closed join environments e on e.id = closed.environment_id join provider_attempts a
        on a.environment_id = closed.environment_id and a.resource_id = closed.resource_id
      where a.provider_ref is not null
        -- Another key may have shown it: a provider that honours nonces may return one charge
        -- twice.
        and not exists (select from deposits d where d.provider_ref = a.provider_ref)
        and not exists (select from withdrawals w where w.provider_ref = a.provider_ref)
      on conflict do nothing
    )
    select resource_id from closed`;
  const deleted = await db`
    delete from idempotency_keys where (environment_id, key) in (
      select environment_id, key from idempotency_keys
      where state = 'failed' and updated_at < now() - ${days} * interval '1 day'
      order by updated_at limit ${SWEEP_BATCH} for update skip locked)
    returning resource_id`;
  return Math.max(closed.length, deleted.length) === SWEEP_BATCH;
}

/**
 * Lets a key rest if every attempt so far died. Each may have cost a charge at the provider, so
 * from now on only the client's own request tries again.
 */
export async function restPoisonedKeys(db: Db, maxAttempts: number): Promise<void> {
  await db`
    with dead as (
      select ${ATTEMPT}
      from idempotency_keys
      where state = 'running' and ${IS_ABANDONED} and attempt >= ${maxAttempts}
      order by environment_id, key for update
    ), rested as (
      update idempotency_keys k set state = 'resting', lease_until = null, updated_at = now()
      from dead where k.environment_id = dead.environment_id and k.key = dead.key
    )
    ${recordFailed(sql`dead`, 'unknown')}`;
}
