import { type EndpointId, type EnvironmentId, newId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';

/**
 * Records a replay and counts what it will send. If one is in progress, it restarts from the
 * earlier of the two times, so that an endpoint has at most one replay.
 */
export async function insertReplay(
  db: Db,
  environmentId: EnvironmentId,
  endpointId: EndpointId,
  since: Date,
): Promise<number> {
  const [row] = await db<{ deliveries: number }>`
    with endpoint as (
      select environment_id, id, events, environment_now(environment_id) as until
      from webhook_endpoints
      where environment_id = ${environmentId} and id = ${endpointId}
    ), replay as (
      insert into webhook_replays (environment_id, endpoint_id, since, until, after_at)
      select environment_id, id, ${since}, until, ${since} from endpoint
      on conflict (environment_id, endpoint_id) do update set
        since = least(webhook_replays.since, excluded.since), until = excluded.until,
        after_at = least(webhook_replays.since, excluded.since), after_id = '', due_at = now()
    )
    select coalesce(sum(counted.events), 0)::bigint as deliveries
    from endpoint cross join unnest(endpoint.events) as wanted (kind) cross join lateral (
      select count(*) as events from events
      where environment_id = ${environmentId} and kind = wanted.kind
        and created_at >= ${since} and created_at <= endpoint.until
    ) counted`;
  return row?.deliveries ?? 0;
}

export interface Replay {
  readonly environmentId: EnvironmentId;
  readonly endpointId: EndpointId;
  readonly until: Date;
  readonly afterAt: Date;
  readonly afterId: string;
  /** The kinds that the endpoint subscribes to; null if it is disabled or deleted. */
  readonly kinds: readonly string[] | null;
}

/** Locks the replay that has waited longest, skipping those locked by other workers. */
export async function lockDueReplay(tx: Tx): Promise<Replay | undefined> {
  const [replay] = await tx<Replay>`
    select r.environment_id, r.endpoint_id, r.until, r.after_at, r.after_id,
      case when e.enabled and e.deleted_at is null then e.events end as kinds
    from webhook_replays r
    join webhook_endpoints e on e.environment_id = r.environment_id and e.id = r.endpoint_id
    where r.due_at <= now() order by r.due_at limit 1
    for update of r skip locked`;
  return replay;
}

/** Whether more than `room` deliveries to the endpoint are due. */
export async function isCrowded(tx: Tx, replay: Replay, room: number): Promise<boolean> {
  const due = await tx`
    select from webhook_deliveries
    where environment_id = ${replay.environmentId} and endpoint_id = ${replay.endpointId}
      and status = 'pending' and next_attempt_at <= now()
    limit ${room + 1}`;
  return due.length > room;
}

/** The last event of a step, and how many events it had. */
export interface ReplayStep {
  readonly at: Date;
  readonly id: string;
  readonly events: number;
}

/**
 * Makes the next events due: an existing delivery gets one more attempt, a missing one is created.
 * An attempt in flight is followed by another; a delivery that had ended gets a whole new schedule.
 * @returns undefined if there are no more
 */
export async function sendNextEvents(
  tx: Tx,
  replay: Replay,
  kinds: readonly string[],
  limit: number,
): Promise<ReplayStep | undefined> {
  const { environmentId, endpointId, until, afterAt, afterId } = replay;
  const deliveryIds = Array.from({ length: limit }, () => newId('whd'));
  const [last] = await tx<ReplayStep>`
    with next as (
      select one.*, row_number() over (order by one.created_at, one.id) as place
      from unnest(${[...kinds]}::text[]) as wanted cross join lateral (
        select id, kind, resource_id, body, created_at from events
        where (environment_id, kind, created_at, id)
            > (${environmentId}, wanted, ${afterAt}, ${afterId})
          and (environment_id, kind, created_at, id) < (${environmentId}, wanted, ${until}, 'zzz')
        order by environment_id, kind, created_at, id limit ${limit}
      ) one
      order by one.created_at, one.id limit ${limit}
    ), held as materialized (
      -- Locked in the order in which attempts are recorded, so that the two cannot deadlock.
      select id from webhook_deliveries
      where environment_id = ${environmentId} and endpoint_id = ${endpointId}
        and event_id in (select id from next)
      order by id for no key update
    ), sent as (
      insert into webhook_deliveries
        (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
      select ${environmentId}, (${deliveryIds}::text[])[place], ${endpointId}, id, kind,
        resource_id, body, environment_now(${environmentId})
      from next where (select count(*) from held) >= 0 order by place
      on conflict (environment_id, event_id, endpoint_id) do update set
        status = 'pending', failure_reason = null, next_attempt_at = now(),
        again = coalesce(webhook_deliveries.lease_until > now(), false), ended = null,
        -- A delivery that had ended starts a new schedule, however many attempts it had.
        beside = case
          when webhook_deliveries.status = 'pending' and webhook_deliveries.ended is null
          then webhook_deliveries.beside else webhook_deliveries.attempts end,
        resume_at = coalesce(webhook_deliveries.resume_at, case
          when webhook_deliveries.next_attempt_at > now() then webhook_deliveries.next_attempt_at
        end)
    )
    select created_at as at, id, place as events from next order by place desc limit 1`;
  return last;
}

export async function moveReplay(tx: Tx, replay: Replay, { at, id }: ReplayStep): Promise<void> {
  await tx`
    update webhook_replays set after_at = ${at}, after_id = ${id}, due_at = now()
    where environment_id = ${replay.environmentId} and endpoint_id = ${replay.endpointId}`;
}

export async function postponeReplay(db: Db | Tx, replay: Replay, waitMs: number): Promise<void> {
  await db`
    update webhook_replays set due_at = now() + ${waitMs}::integer * interval '1 ms'
    where environment_id = ${replay.environmentId} and endpoint_id = ${replay.endpointId}`;
}

export async function endReplay(tx: Tx, { environmentId, endpointId }: Replay): Promise<void> {
  await tx`
    delete from webhook_replays
    where environment_id = ${environmentId} and endpoint_id = ${endpointId}`;
}
