import { batched } from '../platform/batch.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { DeliveryStatus, LeasedDelivery, Outcome } from './delivery.ts';

/** One attempt, its outcome, and what follows from it. */
export interface MadeAttempt {
  readonly delivery: Pick<
    LeasedDelivery,
    'environmentId' | 'id' | 'endpointId' | 'lease' | 'url' | 'at'
  >;
  readonly outcome: Outcome;
  readonly status: DeliveryStatus;
  /** Until the next attempt; null if there is none. */
  readonly waitMs: number | null;
  /** What the attempt says about the endpoint; undefined if the fault was ours. */
  readonly endpoint: { readonly works: boolean; readonly slow: boolean } | undefined;
}

/**
 * Records an attempt and decides what follows, unless its lease was lost.
 * @returns false if it was: then whoever leased the delivery decides, and this leaves no trace
 */
export const recordAttempt = batched<MadeAttempt, boolean>(recordAttempts, 256);

/** The same for many attempts in one statement, given in the order in which they ended. */
export async function recordAttempts(
  db: Db | Tx,
  attempts: readonly MadeAttempt[],
): Promise<boolean[]> {
  const rows = await db<{ place: number }>`
    with made as (${rowsOf(attempts)}), delivery as (
      update webhook_deliveries d set
        attempts = d.attempts + 1,
        beside = d.beside + (d.ended is not null or d.resume_at is not null)::integer,
        status = ${STATUS},
        failure_reason = case when ${STATUS} = 'failed' then 'attempts_exhausted' end,
        next_attempt_at = case when ${IS_FOLLOWED} then now()
          when ${STATUS} = 'pending' then ${SCHEDULED_AT} end,
        resume_at = case when ${IS_FOLLOWED} and made.status <> 'succeeded' and d.ended is null
          then ${SCHEDULED_AT} end,
        ended = case when d.asked > 1 and made.status = 'succeeded' then 'succeeded'
          when ${IS_FOLLOWED} then d.ended end,
        asked = greatest(d.asked - 1, 0), again = false, lease = null, lease_until = null
      from made
      where d.environment_id = made.environment_id and d.id = made.id and d.lease = made.lease
      returning d.environment_id, d.id, d.endpoint_id, d.attempts, made.url, made.at,
        made.duration_ms, made.response_status, made.response_body, made.error, made.works,
        made.slow, made.place
    ), attempt as (
      insert into webhook_attempts
        (environment_id, delivery_id, attempt, at, duration_ms, response_status, response_body, error)
      select environment_id, id, attempts, at, duration_ms, response_status, response_body, error
      from delivery
    ), ${HEALTH}
    select place from delivery`;
  // A delivery may occur twice: with the lease it lost and with the one it has.
  const recorded = new Set(rows.map(({ place }) => place));
  return attempts.map((_, index) => recorded.has(index + 1));
}

/*
 * Attempts may be requested beside a delivery's schedule, by people (`markDue`) or by a replay. In
 * its row, `asked` is how many people requested and got not yet, with one that was in flight
 * before; `again`, whether a replay did while one was in flight; `ended`, the result that a
 * delivery had and keeps if they fail; `resume_at`, when its schedule continues after them; and
 * `beside`, how many of all its attempts took no place in the schedule.
 */

/** Whether another attempt was requested that has not been made yet. */
const IS_FOLLOWED = sql`(d.again or d.asked > 1)`;

const STATUS = sql`
  case when ${IS_FOLLOWED} then 'pending' when made.status = 'succeeded' then 'succeeded'
    else coalesce(d.ended, case when d.resume_at is not null then 'pending' end, made.status) end`;

/** A requested attempt does not move the schedule, except to respect a busy receiver. */
const SCHEDULED_AT = sql`
  case when d.resume_at is null then now() + made.wait_ms * interval '1 ms'
    else greatest(d.resume_at, now() + made.retry_after_ms * interval '1 ms') end`;

/**
 * `place` is the order in which the attempts ended. Rows are sorted by delivery id, the order in
 * which every writer of several rows locks them, so that they cannot deadlock.
 */
function rowsOf(attempts: readonly MadeAttempt[]): Fragment {
  const all = attempts
    .map((attempt, index) => ({ ...attempt, place: index + 1 }))
    .sort(({ delivery: { id: one } }, { delivery: { id: other } }) => {
      return Number(one > other) - Number(one < other);
    });
  return sql`
    select * from unnest(${all.map(({ delivery }) => delivery.environmentId)}::text[],
      ${all.map(({ delivery }) => delivery.id)}::text[],
      ${all.map(({ delivery }) => delivery.lease)}::uuid[],
      ${all.map(({ delivery }) => delivery.url)}::text[],
      ${all.map(({ status }) => status)}::text[], ${all.map(({ waitMs }) => waitMs)}::float8[],
      ${all.map(({ outcome }) => outcome.retryAfterMs)}::float8[],
      ${all.map(({ delivery }) => delivery.at)}::timestamptz[],
      ${all.map(({ outcome }) => outcome.durationMs)}::integer[],
      ${all.map(({ outcome }) => outcome.responseStatus)}::integer[],
      ${all.map(({ outcome }) => outcome.responseBody)}::text[],
      ${all.map(({ outcome }) => outcome.error)}::text[],
      ${all.map(({ endpoint }) => endpoint?.works ?? null)}::boolean[],
      ${all.map(({ endpoint }) => endpoint?.slow ?? null)}::boolean[],
      ${all.map(({ place }) => place)}::integer[]
    ) as made (environment_id, id, lease, url, status, wait_ms, retry_after_ms, at, duration_ms,
      response_status, response_body, error, works, slow, place)`;
}

/**
 * What endpoint health reports: attempts per hour, in one shard per session to avoid contention;
 * and the last failure with the count of consecutive ones, which a success resets. Then the
 * endpoint rows, written only if they change, since all deliveries to an endpoint meet there.
 */
const HEALTH = sql`
  -- Aggregated once for all that follows: few endpoints have many attempts.
  ended as (
    select environment_id, endpoint_id, url, date_trunc('hour', at, 'UTC') as hour,
      count(*) filter (where works) as succeeded, count(*) filter (where not works) as failed,
      max(place) as last, max(place) filter (where works) as last_success,
      max(place) filter (where slow) as last_slow
    from delivery where works is not null group by 1, 2, 3, 4
  ), hour as (
    insert into webhook_hours as h (environment_id, endpoint_id, hour, shard, succeeded, failed)
    select environment_id, endpoint_id, hour, (pg_backend_pid() % 8)::smallint, sum(succeeded),
      sum(failed)
    from ended group by 1, 2, 3 order by 1, 2, 3
    on conflict (environment_id, endpoint_id, hour, shard) do update set
      succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed
  ), ranked as (
    select *, max(place) filter (where works) over (partition by environment_id, endpoint_id)
      as last_success
    -- Sorts nothing if nothing failed.
    from delivery where works is not null and (select sum(failed) > 0 from ended)
  ), failing as (
    select distinct on (environment_id, endpoint_id) environment_id, endpoint_id, at, error,
      response_status, last_success,
      count(*) filter (where place > coalesce(last_success, 0))
        over (partition by environment_id, endpoint_id) as consecutive
    from ranked where not works order by environment_id, endpoint_id, place desc
  -- Concurrent statements lock these rows, and then those of endpoints, in one order, so that they
  -- cannot deadlock. Counting the rows forces the locks to be taken before anything is written.
  ), held as materialized (
    select f.environment_id, f.endpoint_id from webhook_failures f
    where (f.environment_id, f.endpoint_id) in (select environment_id, endpoint_id from ended)
      and (f.consecutive > 0 or (select sum(failed) > 0 from ended))
    order by f.environment_id, f.endpoint_id for no key update
  ), failure as (
    insert into webhook_failures as f
      (environment_id, endpoint_id, at, error, response_status, consecutive)
    select environment_id, endpoint_id, at, error, response_status, consecutive from failing
    where (select count(*) from held) >= 0 order by environment_id, endpoint_id
    on conflict (environment_id, endpoint_id) do update set at = excluded.at,
      error = excluded.error, response_status = excluded.response_status,
      consecutive = excluded.consecutive + case when exists (
        select from failing x where x.environment_id = f.environment_id
          and x.endpoint_id = f.endpoint_id and x.last_success is null
      ) then f.consecutive else 0 end
  ), recovery as (
    update webhook_failures f set consecutive = 0
    from (
      select distinct environment_id, endpoint_id from ended where last_success is not null
    ) as worked
    where f.environment_id = worked.environment_id and f.endpoint_id = worked.endpoint_id
      and f.consecutive > 0 and (select count(*) from held) >= 0
      and (worked.environment_id, worked.endpoint_id)
        not in (select environment_id, endpoint_id from failing)
  ), last as (
    select o.environment_id, o.endpoint_id, coalesce(max(last_success) = max(last), false) as works,
      coalesce(max(last_slow) = max(last), false) as slow, max(last_success) is not null as worked
    from ended o join webhook_endpoints e on e.environment_id = o.environment_id
      -- If its URL has changed since, the endpoint has started a new record.
      and e.id = o.endpoint_id and e.url = o.url
    group by 1, 2
  ), changed as materialized (
    select e.environment_id, e.id, last.slow, last.works, last.worked
    from last join webhook_endpoints e on e.environment_id = last.environment_id
      and e.id = last.endpoint_id
    where last.slow <> e.slow or last.works <> (e.failing_since is null)
      or last.worked and not last.works
    order by e.environment_id, e.id for no key update of e
  ), endpoint as (
    update webhook_endpoints e set slow = changed.slow, failing_since = case
      when changed.works then null when changed.worked then now()
      else coalesce(e.failing_since, now()) end
    from changed
    where e.environment_id = changed.environment_id and e.id = changed.id
  )`;
