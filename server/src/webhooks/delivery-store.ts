import type { DeliveryId, EndpointId, EnvironmentId, EventId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { EndpointKey } from './endpoint.ts';
import { PING } from './event.ts';
import { IS_DUE, IS_FREE } from './lease-store.ts';

export interface WaitingEndpoint extends EndpointKey {
  readonly slow: boolean;
  /** Whether a delivery to it can be sent now. */
  readonly isDue: boolean;
  /** Whether it is disabled or deleted, so that nothing is sent to it. */
  readonly isStopped: boolean;
}

/**
 * The next endpoints, in key order, with pending deliveries. A loose index scan jumps from one
 * endpoint to the next, so that a million deliveries that wait for a dead endpoint cost no more
 * than one, and at most `limit` endpoints are read.
 */
export async function listWaitingEndpoints(
  db: Db,
  after: EndpointKey | undefined,
  limit: number,
): Promise<WaitingEndpoint[]> {
  return db<WaitingEndpoint>`
    with recursive waiting as (
      (
        select environment_id, endpoint_id, 1 as place from webhook_deliveries
        where status = 'pending' and (environment_id, endpoint_id)
          > (${after?.environmentId ?? ''}::text, ${after?.endpointId ?? ''}::text)
        -- The time too: only the partial index of pending deliveries has this order. Another index
        -- has the same leading columns, but contains every delivery ever made.
        order by environment_id, endpoint_id, next_attempt_at limit 1
      )
      union all
      select next.environment_id, next.endpoint_id, waiting.place + 1
      from waiting cross join lateral (
        select environment_id, endpoint_id from webhook_deliveries d
        where d.status = 'pending'
          and (d.environment_id, d.endpoint_id) > (waiting.environment_id, waiting.endpoint_id)
        order by d.environment_id, d.endpoint_id, d.next_attempt_at limit 1
      ) next
      where waiting.place < ${limit}::integer
    )
    select waiting.environment_id, waiting.endpoint_id, e.slow,
      not e.enabled or e.deleted_at is not null as is_stopped,
      e.enabled and e.deleted_at is null and not e.fetched and coalesce((
        select true from webhook_deliveries d
        where d.environment_id = waiting.environment_id and d.endpoint_id = waiting.endpoint_id
          and ${IS_DUE}
        order by d.next_attempt_at limit 1
      ), false) as is_due
    from waiting join webhook_endpoints e
      on e.environment_id = waiting.environment_id and e.id = waiting.endpoint_id
    order by waiting.place`;
}

const STOP_BATCH = 1_000;

/**
 * Ends the pending deliveries of those of these endpoints that are disabled or deleted.
 * @returns whether more may be waiting
 */
export async function stopDeliveries(db: Db, endpoints: readonly EndpointKey[]): Promise<boolean> {
  const stopped = await db`
    with stranded as (
      select d.environment_id, d.id, stopped.reason
      from unnest(${endpoints.map(({ environmentId }) => environmentId)}::text[],
        ${endpoints.map(({ endpointId }) => endpointId)}::text[])
        as waiting (environment_id, endpoint_id)
      -- One lookup per key: with a free join, the planner compared thousands with thousands.
      cross join lateral (
        select case when e.deleted_at is null then 'endpoint_disabled' else 'endpoint_deleted' end
          as reason
        from webhook_endpoints e
        where e.environment_id = waiting.environment_id and e.id = waiting.endpoint_id
          and (not e.enabled or e.deleted_at is not null)
        limit 1
      ) stopped
      cross join lateral (
        select environment_id, id from webhook_deliveries d
        where environment_id = waiting.environment_id and endpoint_id = waiting.endpoint_id
          and status = 'pending'
          -- An attempt in flight may yet succeed, so this waits for it.
          and ${IS_FREE}
        limit ${STOP_BATCH}
        for update skip locked
      ) d
      limit ${STOP_BATCH}
    )
    update webhook_deliveries d set
      status = case when d.ended = 'succeeded' then 'succeeded' else 'failed' end,
      failure_reason = case when d.ended is distinct from 'succeeded' then stranded.reason end,
      next_attempt_at = null, lease = null, lease_until = null, again = false, asked = 0,
      ended = null, resume_at = null
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
    body: string;
  },
): Promise<void> {
  await db`
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    values (${ping.environmentId}, ${ping.id}, ${ping.endpointId}, ${ping.eventId}, ${PING},
      ${ping.endpointId}, ${ping.body}, environment_now(${ping.environmentId}))`;
}

/**
 * Makes one more attempt due: now, or right after one in flight. If the delivery had ended, the
 * extra attempt is not retried, and the old result stays unless it succeeds. A schedule in progress
 * continues as planned.
 */
export async function markDue(db: Db, environmentId: EnvironmentId, id: DeliveryId): Promise<void> {
  await db`
    update webhook_deliveries d
    set status = 'pending', failure_reason = null, next_attempt_at = now(),
      asked = greatest(asked, case when ${IS_FREE} then 0 else 1 end) + 1,
      ended = case when status = 'pending' then ended else status end,
      -- The attempt in flight determines itself when its schedule continues.
      resume_at = coalesce(resume_at, case when status = 'pending' and asked = 0
        and ${IS_FREE} then next_attempt_at end)
    where environment_id = ${environmentId} and id = ${id}`;
}

/**
 * Brings forward the next attempts of an environment after its clock was moved forward. An attempt
 * in flight decides what follows itself, and does so on the moved clock; only if it was requested
 * is its schedule already fixed, in `resume_at`.
 * @returns how many are due
 */
export async function expediteDeliveries(
  tx: Tx,
  environmentId: EnvironmentId,
  forwardMs: number,
): Promise<number> {
  const [counted] = await tx<{ due: number }>`
    with held as (
      select id from webhook_deliveries d
      where environment_id = ${environmentId} and status = 'pending'
        and (${IS_FREE} or resume_at is not null)
      order by id for update skip locked
    ), expedited as (
      update webhook_deliveries d
      set next_attempt_at = d.next_attempt_at - ${forwardMs}::bigint * interval '1 ms',
        resume_at = d.resume_at - ${forwardMs}::bigint * interval '1 ms'
      from held where d.environment_id = ${environmentId} and d.id = held.id
      returning d.next_attempt_at
    )
    select count(*)::integer as due from expedited where next_attempt_at <= now()`;
  return counted?.due ?? 0;
}
