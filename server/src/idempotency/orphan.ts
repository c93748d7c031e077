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
 * Files an answer that came after its claim was lost: the charge or payout exists at the provider,
 * and is shown to nobody, unless the provider gives it to another attempt too.
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
  /** Whose order made it; null where more than one environment's may have. */
  readonly environmentId: EnvironmentId | null;
  readonly providerRef: string;
  readonly operation: OperationName;
  readonly resourceId: string | null;
  readonly foundBy: 'late_answer' | 'provider_list';
  readonly status: string | null;
}

/** What the call of this claim made, and nobody is shown. */
export function orphanOf(claim: Claim, providerRef: string): Orphan {
  const { environmentId, operation, resourceId } = claim;
  const origin = { connection: connectionOf(claim), environmentId, operation, resourceId };
  return { ...origin, providerRef, foundBy: 'late_answer', status: null };
}

/** Files an orphan once, whoever finds it; what anyone was shown is none. */
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

/** Which of these were filed before. */
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
 * Forgets what was shown in the very moment of its filing, or by a later try of its client, whose
 * key rests for a day at most; and what an operator made, to see whether it can be. What somebody
 * holds comes up again in the next turn.
 */
export async function forgetShownOrphans(db: Db): Promise<void> {
  await db`
    with shown as (
      select connection, provider_ref from orphans o
      where found_at > now() - interval '25 hours' and coalesce(
        -- Each is one look into an index; what asks whether there is any may be made of a whole table.
        (select true from deposits where provider_ref = o.provider_ref),
        (select true from withdrawals where provider_ref = o.provider_ref),
        (select true from probes where connection = o.connection and provider_ref = o.provider_ref))
      for update skip locked
    )
    delete from orphans o using shown
    where o.connection = shown.connection and o.provider_ref = shown.provider_ref`;
}

/** A stretch of time in which calls of one environment ended with nobody knowing how. */
export interface DoubtfulSpan extends Tenant {
  /** On the database's clock. */
  readonly from: Date;
  readonly to: Date;
  /** How far the environment's clock is ahead, on which its provider dates what it made. */
  readonly aheadMs: number;
}

/** Only settled stretches: after two minutes a charge that is being shown has been written down. */
export async function listDoubtfulSpans(db: Db, limit: number): Promise<DoubtfulSpan[]> {
  return db<DoubtfulSpan>`
    select a.environment_id, e.mode, min(a.started_at) - interval '1 minute' as from,
      max(a.ended_at) + interval '1 minute' as to, e.clock_offset_ms as ahead_ms
    from provider_attempts a join environments e on e.id = a.environment_id
    -- The provider lists its charges and no withdrawals.
    where a.outcome in ('unknown', 'late') and not a.looked_through and a.resource_id like 'dep%'
      and a.ended_at < now() - interval '2 minutes'
    -- So short that the few calls granted suffice for one, however long the provider was away; at
    -- random, so that spans which keep failing do not hide the others.
    group by a.environment_id, e.mode, e.clock_offset_ms, date_bin('10 minutes', a.started_at, 'epoch'::timestamptz)
    order by random() limit ${limit}`;
}

/** Everything doubtful of the span, its margins left out, has been searched for. */
export async function markLookedThrough(db: Db, span: DoubtfulSpan): Promise<void> {
  await db`
    update provider_attempts set looked_through = true
    where environment_id = ${span.environmentId} and outcome in ('unknown', 'late')
      and not looked_through and started_at >= ${span.from}::timestamptz + interval '1 minute'
      and ended_at <= ${span.to}::timestamptz - interval '1 minute'`;
}

/**
 * Whose a charge is that was made in [from, to) and shown to nobody: the list names no owner, so it
 * is known only when just one environment had a call there of which nobody knows how it ended.
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
 * Whether a call has been out so long that what it made may be listed, and be shown soon. One that
 * died is taken up soon as well, but not in safe mode, and what it made may be paid meanwhile.
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

/** Charges nobody was shown and nobody is known to have paid, each looked at every ten minutes. */
export async function leaseUnpaidOrphans(
  db: Db,
  limit: number,
): Promise<(UnpaidOrphan & { readonly asker: EnvironmentId })[]> {
  return db<UnpaidOrphan & { asker: EnvironmentId }>`
    with due as (
      select connection, provider_ref from orphans
      where operation = 'deposit' and paid_at is null and look_at <= now()
        and found_at > now() - interval '2 days'
      order by look_at limit ${limit} for update skip locked
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
 * Brings the next looks at what nobody was shown closer, since the clock was put forward. One that
 * somebody holds is being looked at, or shown after all: whoever does may wait for another of them.
 */
export async function hastenOrphans(
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
