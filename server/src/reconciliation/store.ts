import { randomUUID } from 'node:crypto';
import type { Mode } from '../accounts/environment.ts';
import { MINUTE_MS } from '../durations.ts';
import type { EnvironmentId } from '../ids.ts';
import { type Db, isUniqueViolation, type Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { type Connection, LIVE_ASKER } from '../provider/connection.ts';
import { addCounts, closeResults, type Tallies } from './result-store.ts';
import { type AfterFailure, type Sweep, type SweepName, SWEEPS, UNSETTLED_MS } from './sweep.ts';

/** Longer than the calls of one step may take. */
const LEASE_END = sql`now() + interval '150 seconds'`;
/** The connection's time: the database's in live, the environment's own in test. */
const NOW = sql`case s.connection when 'live' then now() else environment_now(s.environment_id) end`;
const SPAN_MS = sql`case s.sweep when 'two_hours' then ${SWEEPS.two_hours.spanMs}::bigint
  when 'two_days' then ${SWEEPS.two_days.spanMs}::bigint
  else ${SWEEPS.ninety_days.spanMs}::bigint end`;

/** Where a pass starts. */
const START = sql`coalesce(s.position, ${NOW} - ${SPAN_MS} * interval '1 ms')`;

/** A pass that an older release began or ended has no id. */
const BEGINS = sql`(s.position is null or s.pass is null)`;

const isHeldBy = ({ connection, name, lease }: Sweep): Fragment => sql`
  connection = ${connection} and sweep = ${name} and lease = ${lease}`;

/** Gives every connection the sweeps in whose span something happened. */
export async function enrol(db: Db, live: boolean): Promise<void> {
  for (const [name, { spanMs }] of Object.entries(SWEEPS)) {
    await db`
      insert into reconciliation_sweeps (connection, sweep, environment_id)
      select 'live', ${name}, null where ${live}
      union all
      select e.id, ${name}, e.id from environments e
      where e.mode = 'test' and ${isActive(spanMs)}
        and not exists (select from reconciliation_sweeps where connection = e.id and sweep = ${name})
      on conflict do nothing`;
  }
}

const isActive = (spanMs: number): Fragment => sql`(
  exists (select from deposits d where d.environment_id = e.id and d.created_at >
    now() + e.clock_offset_ms * interval '1 ms' - ${spanMs} * interval '1 ms')
  or exists (select from provider_attempts a
    where a.environment_id = e.id and a.started_at > now() - ${spanMs} * interval '1 ms')
  or e.id in (select environment_id from idempotency_keys where state = 'running'))`;

/** Requests a pass over the given span for an operator who waits; workers may take its steps. */
export async function requestSweep(
  db: Db | Tx,
  connection: Connection,
  spanMs: number,
): Promise<void> {
  const environmentId = connection === 'live' ? null : connection;
  await db`
    insert into reconciliation_sweeps as s (connection, sweep, environment_id, position, until,
      pass, since, began_at)
    select connection, 'asked', environment_id, now - ${spanMs + UNSETTLED_MS} * interval '1 ms',
      now - ${UNSETTLED_MS} * interval '1 ms', ${randomUUID()}::uuid,
      now - ${spanMs + UNSETTLED_MS} * interval '1 ms', now()
    from (
      select s.connection, s.environment_id, ${NOW} as now
      from (select ${connection}::text as connection, ${environmentId}::text as environment_id) s
    ) requested
    on conflict (connection, sweep) do update
      set position = least(s.position, excluded.position), until = excluded.until, due_at = now(),
        failures = 0, gaps = 0, halvings = 0,
        -- It starts over, and so do its counts.
        pass = excluded.pass, since = least(s.position, excluded.since), began_at = now(),
        -- A step in flight belongs to an earlier, shorter pass, and must not end this one.
        lease = null, lease_until = null`;
}

/** The connections whose requested pass has not ended. */
export async function listRequested(db: Db): Promise<Connection[]> {
  const rows = await db<{ connection: Connection }>`
    select connection from reconciliation_sweeps where sweep = 'asked'`;
  return rows.map(({ connection }) => connection);
}

/** The environments of that mode with something to compare in that span, latest first. */
export async function listActive(db: Db, mode: Mode, spanMs: number): Promise<EnvironmentId[]> {
  const rows = await db<{ id: EnvironmentId }>`
    select e.id from environments e where e.mode = ${mode} and ${isActive(spanMs)}
    order by e.id desc`;
  return rows.map(({ id }) => id);
}

export interface ClaimFilter {
  readonly connection: Connection | null;
  readonly name: SweepName | null;
}

/**
 * Claims one step of a due sweep whose connection nobody else is comparing; the longest waiting
 * first, so that a busy connection does not starve the others.
 */
export async function claimSweep(
  db: Db,
  { connection, name }: ClaimFilter,
): Promise<Sweep | undefined> {
  // A sweep whose worker died goes to the back of the queue: others of its connection wait, too.
  await db`
    update reconciliation_sweeps set lease = null, lease_until = null, due_at = now()
    where lease is not null and lease_until < now()`;
  const [row] = await db<Sweep>`
    update reconciliation_sweeps s
    set lease = ${randomUUID()}, lease_until = ${LEASE_END},
      position = ${START},
      until = coalesce(s.until, ${NOW} - ${UNSETTLED_MS} * interval '1 ms'),
      pass = case when ${BEGINS} then ${randomUUID()}::uuid else s.pass end,
      began_at = case when ${BEGINS} then now() else s.began_at end,
      since = case when ${BEGINS} then ${START} else s.since end
    where (s.connection, s.sweep) = (
      select connection, sweep from reconciliation_sweeps d
      where due_at <= now() and lease is null
        and (${connection}::text is null or connection = ${connection})
        and (${name}::text is null or sweep = ${name})
        and not exists (select from reconciliation_sweeps other
          where other.connection = d.connection and other.lease is not null)
      order by due_at limit 1 for update skip locked)
    returning s.connection, s.sweep as name, s.position, s.until, s.halvings, s.failures, s.gaps,
      s.lease, s.pass, s.since, s.began_at,
      coalesce(s.environment_id, (${LIVE_ASKER})) as asker`.catch((error: unknown) => {
    // Another worker has just claimed another sweep of the same connection.
    if (isUniqueViolation(error, 'reconciliation_sweeps_leased')) return [];
    throw error;
  });
  return row;
}

/** Extends a claim. @returns false if it was lost */
export async function renewClaim(db: Db, sweep: Sweep): Promise<boolean> {
  const rows = await db`
    update reconciliation_sweeps set lease_until = ${LEASE_END}
    where ${isHeldBy(sweep)}
    returning sweep`;
  return rows.length > 0;
}

const NOTHING: Tallies = new Map();

/**
 * Ends a step that reached `position`, and adds its counts in the same commit. If the claim was
 * lost, nothing changes and nothing is counted.
 */
export async function advance(
  db: Db,
  sweep: Sweep,
  position: Date,
  tallies: Tallies = NOTHING,
): Promise<void> {
  await db.begin(async (tx) => {
    if (position >= sweep.until) return finishPass(tx, sweep, tallies);
    const held = await tx`
      update reconciliation_sweeps
      set position = ${position}, halvings = greatest(halvings - 1, 0), failures = 0,
        due_at = now(), lease = null, lease_until = null
      where ${isHeldBy(sweep)}
      returning sweep`;
    if (held.length > 0) await addCounts(tx, sweep, tallies);
  });
}

/** Ends a step that failed. */
export async function postpone(db: Db, sweep: Sweep, after: AfterFailure): Promise<void> {
  const changed = { ...sweep, gaps: after.gaps };
  if (after.position >= sweep.until) {
    await db.begin((tx) => finishPass(tx, changed, NOTHING));
    return;
  }
  await db`
    update reconciliation_sweeps
    set position = ${after.position}, halvings = ${after.halvings}, failures = ${after.failures},
      gaps = ${after.gaps}, due_at = now() + ${after.pauseSeconds} * interval '1 second',
      lease = null, lease_until = null
    where ${isHeldBy(sweep)}`;
}

/** A pass with gaps that could not be compared is repeated soon. */
const SOON_MS = 10 * MINUTE_MS;

async function finishPass(tx: Tx, sweep: Sweep, tallies: Tallies): Promise<void> {
  if (!(await releasePass(tx, sweep))) return;
  await addCounts(tx, sweep, tallies);
  await closeResults(tx, sweep);
  const { connection, name } = sweep;
  if (name === 'asked' || connection === 'live') return;
  const { spanMs } = SWEEPS[name];
  // A sweep with nothing left to compare is deleted until something happens there again.
  await tx`
    delete from reconciliation_sweeps s using environments e
    where s.connection = ${connection} and s.sweep = ${name} and s.lease is null
      and e.id = s.environment_id and not ${isActive(spanMs)}`;
}

/** @returns false if the claim was lost */
async function releasePass(tx: Tx, sweep: Sweep): Promise<boolean> {
  const { name, gaps } = sweep;
  if (name === 'asked') {
    const deleted = await tx`
      delete from reconciliation_sweeps
      where ${isHeldBy(sweep)}
      returning sweep`;
    return deleted.length > 0;
  }
  const { everyMs } = SWEEPS[name];
  const pauseMs = gaps > 0 ? Math.min(everyMs, SOON_MS) : everyMs;
  const held = await tx`
    update reconciliation_sweeps
    set position = null, until = null, halvings = 0, failures = 0, gaps = 0, last_pass = pass,
      due_at = now() + ${pauseMs} * interval '1 ms', lease = null, lease_until = null
    where ${isHeldBy(sweep)}
    returning sweep`;
  return held.length > 0;
}
