import type { App, Tenant } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import {
  type Connection,
  CONNECTION_OF_E,
  connectionOf,
  LIVE_ASKER,
} from '../provider/connection.ts';
import type { Claim, OperationName } from './claim.ts';

/**
 * Files an answer that came after its claim was lost: the charge or payout exists at the provider
 * but is shown to nobody, unless the provider returns it to another attempt too.
 */
export async function recordLateAnswer(app: App, claim: Claim, providerRef: string): Promise<void> {
  await recordOrphan(app, orphanOf(claim, providerRef));
  await app.db`
    update provider_attempts set outcome = 'late', ended_at = now(), provider_ref = ${providerRef}
    where environment_id = ${claim.environmentId} and resource_id = ${claim.resourceId}
      and attempt = ${claim.attempt}`;
}

export interface Orphan {
  readonly connection: Connection;
  /** Whose order created it; null if it could be more than one environment's. */
  readonly environmentId: EnvironmentId | null;
  readonly providerRef: string;
  readonly operation: OperationName;
  readonly resourceId: string | null;
  readonly foundBy: 'late_answer' | 'provider_list';
  readonly status: string | null;
}

/** What this claim's call created and nobody was shown. */
export function orphanOf(claim: Claim, providerRef: string): Orphan {
  const { environmentId, operation, resourceId } = claim;
  const origin = { connection: connectionOf(claim), environmentId, operation, resourceId };
  return { ...origin, providerRef, foundBy: 'late_answer', status: null };
}

/** A charge in the provider's list that nobody was shown. */
export function listedOrphan(
  charge: Pick<Orphan, 'connection' | 'environmentId' | 'providerRef' | 'status'>,
): Orphan {
  return { ...charge, operation: 'deposit', resourceId: null, foundBy: 'provider_list' };
}

/** Files an orphan, once, whoever finds it. Anything that was shown to a client is not one. */
export async function recordOrphan(app: App, orphan: Orphan): Promise<void> {
  const rows = await app.db`
    insert into orphans (connection, environment_id, provider_ref, operation, resource_id, found_by,
      provider_status)
    select ${orphan.connection}, ${orphan.environmentId}, ${orphan.providerRef},
      ${orphan.operation}, ${orphan.resourceId}, ${orphan.foundBy}, ${orphan.status}
    where not exists (select from deposits where provider_ref = ${orphan.providerRef})
      and not exists (select from withdrawals where provider_ref = ${orphan.providerRef})
    on conflict (connection, provider_ref) do update set
      provider_status = coalesce(excluded.provider_status, orphans.provider_status),
      environment_id = coalesce(orphans.environment_id, excluded.environment_id),
      resource_id = coalesce(orphans.resource_id, excluded.resource_id)
    returning provider_ref`;
  if (rows.length === 0) return;
  app.log.warn({ connection: orphan.connection, orphan: orphan.providerRef });
}

/** Which of these have already been filed. */
export async function listFiled(
  db: Db,
  connection: Connection,
  refs: readonly string[],
): Promise<string[]> {
  const rows = await db<{ providerRef: string }>`
    select provider_ref from orphans
    where connection = ${connection} and provider_ref = any(${[...refs]})`;
  return rows.map(({ providerRef }) => providerRef);
}

/**
 * Deletes orphans that are none: shown at the moment of filing or by a client's later retry (whose
 * key rests for a day at most), or created by an operator's probe. Rows that somebody has locked
 * are left to the next turn.
 */
export async function deleteShownOrphans(db: Db): Promise<void> {
  await db`
    with shown as (
      select connection, provider_ref from orphans o
      where found_at > now() - interval '25 hours' and coalesce(
        -- One index lookup each; the planner may turn an EXISTS into a scan of the whole table.
        (select true from deposits where provider_ref = o.provider_ref),
        (select true from withdrawals where provider_ref = o.provider_ref),
        (select true from probes where connection = o.connection and provider_ref = o.provider_ref))
      for update skip locked
    )
    delete from orphans o using shown
    where o.connection = shown.connection and o.provider_ref = shown.provider_ref`;
}

/** A period in which calls of one environment ended with an unknown outcome. */
export interface DoubtfulSpan extends Tenant {
  /** On the database's clock. */
  readonly from: Date;
  readonly to: Date;
  /** How far the environment's clock, which dates what its provider makes, is ahead. */
  readonly aheadMs: number;
}

/** Only past periods: two minutes after a call, a charge that is shown has been recorded. */
export async function listDoubtfulSpans(db: Db, limit: number): Promise<DoubtfulSpan[]> {
  return db<DoubtfulSpan>`
    select a.environment_id, e.mode, min(a.started_at) - interval '1 minute' as from,
      max(a.ended_at) + interval '1 minute' as to, e.clock_offset_ms as ahead_ms
    from provider_attempts a join environments e on e.id = a.environment_id
    -- The provider lists charges, but not payouts.
    where a.outcome in ('unknown', 'late') and not a.looked_through and a.resource_id like 'dep%'
      and a.ended_at < now() - interval '2 minutes'
    -- Short enough that the few calls allowed suffice for one, however long the provider was away;
    -- random, so that spans which keep failing do not starve the others.
    group by a.environment_id, e.mode, e.clock_offset_ms, date_bin('10 minutes', a.started_at, 'epoch'::timestamptz)
    order by random() limit ${limit}`;
}

/** Marks the calls within the span, without its margins, as searched for. */
export async function markLookedThrough(db: Db, span: DoubtfulSpan): Promise<void> {
  await db`
    update provider_attempts set looked_through = true
    where environment_id = ${span.environmentId} and outcome in ('unknown', 'late')
      and not looked_through and started_at >= ${span.from}::timestamptz + interval '1 minute'
      and ended_at <= ${span.to}::timestamptz - interval '1 minute'`;
}

/**
 * Whose charge it is that was made in [from, to) and shown to nobody. The list names no owner, so
 * this is known only if just one environment had a call with an unknown outcome in that time.
 */
export async function findOwner(
  db: Db,
  connection: Connection,
  from: Date,
  to: Date,
): Promise<EnvironmentId | null> {
  if (connection !== 'live') return connection;
  const rows = await db<{ environmentId: EnvironmentId }>`
    select distinct call.environment_id
    from (
      select environment_id, updated_at as started_at, 'infinity' as ended_at
      from idempotency_keys where state = 'running' and operation = 'deposit'
      union all
      select environment_id, started_at, ended_at from provider_attempts
      where outcome in ('unknown', 'late') and resource_id like 'dep%'
    ) call
    join environments e on e.id = call.environment_id and e.mode = 'live'
    where call.started_at < ${to} and call.started_at > ${from}::timestamptz - interval '1 day'
      and call.ended_at >= ${from} limit 2`;
  return rows.length === 1 ? (rows[0]?.environmentId ?? null) : null;
}

/**
 * Whether a call has been in flight for so long that its charge may already be listed, and yet be
 * shown soon. If its process died, it is resumed soon too, except in safe mode; and its charge may
 * be paid in the meantime.
 */
export async function hasOpenCalls(db: Db, connection: Connection): Promise<boolean> {
  const rows = await db`
    select 1 as one
    from idempotency_keys k join environments e on e.id = k.environment_id
    where k.state = 'running' and k.operation = 'deposit'
      and ${connection} = ${CONNECTION_OF_E}
      and k.updated_at < now() - interval '1 minute'
      and k.updated_at > now() - interval '10 minutes' limit 1`;
  return rows.length > 0;
}

export interface UnpaidOrphan extends Omit<Orphan, 'operation' | 'status'> {
  readonly foundAt: Date;
}

/** Leases orphans that are not known to be paid; each is looked at every ten minutes. */
export async function leaseUnpaidOrphans(
  db: Db,
  limit: number,
): Promise<(UnpaidOrphan & { readonly asker: EnvironmentId })[]> {
  return db<UnpaidOrphan & { asker: EnvironmentId }>`
    with due as (
      select connection, provider_ref from orphans
      where operation = 'deposit' and paid_at is null and look_at <= now()
        and found_at > now() - interval '2 days'
      -- Anybody can make thousands at the sandbox, more than there is time to look at.
      order by connection <> 'live', look_at limit ${limit} for update skip locked
    )
    update orphans o set look_at = now() + interval '10 minutes' from due
    where o.connection = due.connection and o.provider_ref = due.provider_ref
    returning o.connection, o.provider_ref, o.environment_id, o.resource_id, o.found_by, o.found_at,
      case o.connection when 'live' then coalesce(o.environment_id, (${LIVE_ASKER}))
        else o.connection end as asker`;
}

export async function findOrphan(
  db: Db,
  connection: Connection,
  providerRef: string,
): Promise<UnpaidOrphan | undefined> {
  const [row] = await db<UnpaidOrphan>`
    select connection, provider_ref, environment_id, resource_id, found_by, found_at
    from orphans where connection = ${connection} and provider_ref = ${providerRef}`;
  return row;
}

export async function markOrphanPaid(db: Db, orphan: UnpaidOrphan, status: string): Promise<void> {
  await db`
    update orphans set paid_at = coalesce(paid_at, now()), provider_status = ${status}
    where connection = ${orphan.connection} and provider_ref = ${orphan.providerRef}`;
}

/**
 * Brings forward the next looks at orphans after the clock was moved forward. A row that is locked
 * is being looked at, or shown after all, by somebody who may in turn wait for one of these: it is
 * skipped to avoid a deadlock.
 */
export async function expediteOrphans(
  tx: Tx,
  environmentId: EnvironmentId,
  forwardMs: number,
): Promise<void> {
  await tx`
    with free as (
      select connection, provider_ref from orphans
      where environment_id = ${environmentId} and paid_at is null
      for update skip locked
    )
    update orphans o set look_at = o.look_at - ${forwardMs}::bigint * interval '1 ms'
    from free where o.connection = free.connection and o.provider_ref = free.provider_ref`;
}
