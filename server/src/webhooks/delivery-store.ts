import type { DeliveryId, EndpointId, EnvironmentId, EventId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { DeliveryStatus, LeasedDelivery, Outcome } from './delivery.ts';
import type { DeliveredKind } from './event.ts';

export interface LeaseOrder {
  readonly lease: string;
  /** How many deliveries there is room for, of quick and of slow endpoints. */
  readonly room: { readonly quick: number; readonly slow: number };
  /** How many attempts one endpoint may have under way. */
  readonly perEndpoint: { readonly quick: number; readonly slow: number };
  readonly underWay: ReadonlyMap<EndpointId, number>;
}

/**
 * Takes due deliveries for a minute, oldest first, and from no endpoint more than its share.
 * Nothing else tells workers what to do, so a dead worker's lease simply runs out.
 */
export async function leaseDueDeliveries(db: Db, order: LeaseOrder): Promise<LeasedDelivery[]> {
  const { room, perEndpoint, underWay } = order;
  return db<LeasedDelivery>`
    with candidate as (
      select due.environment_id, due.id, e.slow,
        row_number() over (partition by e.slow order by due.next_attempt_at) as place
      from webhook_endpoints_waiting waiting
      join webhook_endpoints e on e.environment_id = waiting.environment_id
        and e.id = waiting.endpoint_id and e.enabled and e.deleted_at is null
      left join unnest(${[...underWay.keys()]}::text[], ${[...underWay.values()]}::integer[])
        as busy (endpoint_id, count) on busy.endpoint_id = e.id
      cross join lateral (
        select d.environment_id, d.id, d.next_attempt_at from webhook_deliveries d
        where d.environment_id = e.environment_id and d.endpoint_id = e.id
          and d.status = 'pending' and d.next_attempt_at <= now()
          and (d.lease_until is null or d.lease_until <= now())
        order by d.next_attempt_at
        limit greatest(0, case when e.slow then ${perEndpoint.slow}::integer
          else ${perEndpoint.quick}::integer end - coalesce(busy.count, 0))
      ) due
    ), taken as (
      -- Another worker may have been quicker: its rows are passed over, and what it changed is seen.
      select d.environment_id, d.id, d.endpoint_id, d.event_id from webhook_deliveries d
      join candidate c on c.environment_id = d.environment_id and c.id = d.id
      where c.place <= case when c.slow then ${room.slow}::integer else ${room.quick}::integer end
        and d.status = 'pending' and d.next_attempt_at <= now()
        and (d.lease_until is null or d.lease_until <= now())
      for update of d skip locked
    )
    update webhook_deliveries d
    set lease = ${order.lease}, lease_until = now() + interval '60 seconds'
    from taken
    join environments on environments.id = taken.environment_id
    join webhook_endpoints e
      on e.environment_id = taken.environment_id and e.id = taken.endpoint_id
    left join events on events.environment_id = taken.environment_id and events.id = taken.event_id
    where d.environment_id = taken.environment_id and d.id = taken.id
    returning d.environment_id, d.id, d.endpoint_id, d.lease, d.event_id, d.event, d.body, d.attempts,
      environments.mode, e.url, e.slow, events.sequence, now() as leased_at,
      environment_now(d.environment_id) as at,
      array_remove(array[e.secret::text, case
        when e.previous_secret_until > environment_now(d.environment_id) then e.previous_secret::text
      end], null) as sealed_secrets`;
}

export interface AttemptRecord {
  readonly status: DeliveryStatus;
  /** Until the next attempt; null where none follows. */
  readonly waitMs: number | null;
  /** What the attempt says of the endpoint; undefined when the fault was ours. */
  readonly endpoint: { readonly works: boolean; readonly slow: boolean } | undefined;
}

/**
 * Writes an attempt down and decides what follows, unless the lease was lost meanwhile.
 * @returns false when it was: then somebody else decides, and this attempt leaves no trace.
 */
export async function recordAttempt(
  db: Db | Tx,
  delivery: LeasedDelivery,
  outcome: Outcome,
  record: AttemptRecord,
): Promise<boolean> {
  const { status, endpoint } = record;
  const rows = await db`
    with delivery as (
      update webhook_deliveries set
        attempts = attempts + 1,
        status = case when again then 'pending' else ${status} end,
        failure_reason = case
          when not again and ${status} = 'failed' then 'attempts_exhausted' end,
        next_attempt_at = case when again then now()
          else now() + ${record.waitMs}::double precision * interval '1 ms' end,
        again = false, lease = null, lease_until = null
      where environment_id = ${delivery.environmentId} and id = ${delivery.id}
        and lease = ${delivery.lease}
      returning environment_id, id, endpoint_id, attempts
    ), attempt as (
      insert into webhook_attempts
        (environment_id, delivery_id, attempt, at, duration_ms, response_status, response_body, error)
      select environment_id, id, attempts, ${delivery.at}, ${outcome.durationMs},
        ${outcome.responseStatus}, ${outcome.responseBody}, ${outcome.error}
      from delivery
    ), health as (
      select ${endpoint?.works}::boolean as works, ${endpoint?.slow}::boolean as slow
    ), ${healthOf(delivery, outcome)}, endpoint as (
      -- Written only when it changes, since all deliveries of an endpoint end here.
      update webhook_endpoints e set
        failing_since = case when health.works then null else coalesce(e.failing_since, now()) end,
        slow = health.slow
      from delivery, health
      where e.environment_id = delivery.environment_id and e.id = delivery.endpoint_id
        -- One that leads elsewhere by now has begun a record of its own.
        and e.url = ${delivery.url}
        and (health.slow <> e.slow or health.works <> (e.failing_since is null))
    )
    select id from delivery`;
  return rows.length > 0;
}

/**
 * What people are told of an endpoint: its attempts by the hour, in parts so that those under way
 * at once do not wait for each other, and the last failure, which successes do not touch.
 */
function healthOf({ at }: LeasedDelivery, { error, responseStatus }: Outcome): Fragment {
  return sql`
    hour as (
      insert into webhook_hours as h
        (environment_id, endpoint_id, hour, shard, succeeded, failed)
      select environment_id, endpoint_id, date_trunc('hour', ${at}::timestamptz, 'UTC'),
        sum_shard(id), case when works then 1 else 0 end, case when works then 0 else 1 end
      from delivery, health where works is not null
      on conflict (environment_id, endpoint_id, hour, shard) do update set
        succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed
    ), failure as (
      insert into webhook_failures as f
        (environment_id, endpoint_id, at, error, response_status, consecutive)
      select environment_id, endpoint_id, ${at}, ${error}::text,
        ${responseStatus}::integer, 1
      from delivery, health where not works
      on conflict (environment_id, endpoint_id) do update set at = excluded.at,
        error = excluded.error, response_status = excluded.response_status,
        consecutive = f.consecutive + 1
    ), recovery as (
      update webhook_failures f set consecutive = 0 from delivery, health
      where works and f.environment_id = delivery.environment_id
        and f.endpoint_id = delivery.endpoint_id and f.consecutive > 0
    )`;
}

const STOP_BATCH = 1_000;

/**
 * Ends what waits for endpoints that are disabled or deleted.
 * @returns whether more may be waiting.
 */
export async function stopDeliveries(db: Db): Promise<boolean> {
  const stopped = await db`
    with stranded as (
      select d.environment_id, d.id,
        case when e.deleted_at is null then 'endpoint_disabled' else 'endpoint_deleted' end as reason
      from webhook_endpoints_waiting waiting
      join webhook_endpoints e on e.environment_id = waiting.environment_id
        and e.id = waiting.endpoint_id and (not e.enabled or e.deleted_at is not null)
      join webhook_deliveries d on d.environment_id = e.environment_id
        and d.endpoint_id = e.id and d.status = 'pending'
        -- An attempt under way is waited for: it may yet succeed.
        and (d.lease_until is null or d.lease_until <= now())
      limit ${STOP_BATCH}
      for update of d skip locked
    )
    update webhook_deliveries d set status = 'failed', failure_reason = stranded.reason,
      next_attempt_at = null, lease = null, lease_until = null, again = false
    from stranded where d.environment_id = stranded.environment_id and d.id = stranded.id
    returning d.id`;
  return stopped.length === STOP_BATCH;
}

/** A delivery without an event in the journal. */
export async function insertPing(
  db: Db,
  ping: {
    environmentId: EnvironmentId;
    id: DeliveryId;
    endpointId: EndpointId;
    eventId: EventId;
    event: DeliveredKind;
    body: string;
  },
): Promise<void> {
  await db`
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    values (${ping.environmentId}, ${ping.id}, ${ping.endpointId}, ${ping.eventId}, ${ping.event},
      ${ping.endpointId}, ${ping.body}, environment_now(${ping.environmentId}))`;
}

/** Makes one more attempt due now; while one is under way, right after it. */
export async function markDue(db: Db, environmentId: EnvironmentId, id: DeliveryId): Promise<void> {
  await db`
    update webhook_deliveries set status = 'pending', failure_reason = null, next_attempt_at = now(),
      again = coalesce(lease_until > now(), false)
    where environment_id = ${environmentId} and id = ${id}`;
}
