import type { DeliveryId, EndpointId, EnvironmentId, EventId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { LeasedDelivery } from './delivery.ts';
import type { EndpointKey } from './endpoint.ts';
import type { DeliveredKind } from './event.ts';

export interface WaitingEndpoint extends EndpointKey {
  readonly slow: boolean;
  /** Whether a delivery to it can be sent now. */
  readonly isDue: boolean;
  /** Whether it is disabled or deleted, so that nothing is sent to it. */
  readonly isStopped: boolean;
}

/** Whether no attempt of the delivery with row `d` is in flight. */
const IS_FREE = sql`(d.lease_until is null or d.lease_until <= now())`;

/** Whether an attempt can be made now. */
const IS_DUE = sql`d.status = 'pending' and d.next_attempt_at <= now() and ${IS_FREE}`;

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

/** How many deliveries to an endpoint may be leased. */
export interface Share extends EndpointKey {
  readonly slow: boolean;
  readonly most: number;
}

/** For how many attempts there is room, to quick and to slow endpoints. */
export interface Room {
  readonly quick: number;
  readonly slow: number;
}

/**
 * Leases due deliveries for a minute: first the oldest of each endpoint, then the second oldest,
 * and so on, so that no endpoint waits for another's burst; and at most its share of each. Leases
 * are the only coordination between workers: a dead worker's simply expire.
 */
export async function leaseDueDeliveries(
  db: Db,
  lease: string,
  shares: readonly Share[],
  room: Room,
): Promise<LeasedDelivery[]> {
  const rows = await db<LeasedRow>`
    with share as materialized (${sharesOf(shares)}), candidate as (
      select due.tid, share.was_slow,
        row_number() over (partition by share.was_slow order by due.turn, due.next_attempt_at)
          as place
      from share
      cross join lateral (
        select d.ctid as tid, d.next_attempt_at,
          row_number() over (order by d.next_attempt_at) as turn
        from webhook_deliveries d
        where d.environment_id = share.environment_id and d.endpoint_id = share.endpoint_id
          and ${IS_DUE}
        order by d.next_attempt_at limit share.most
      ) due
    ), leased as (
      update webhook_deliveries set lease = ${lease}, lease_until = now() + interval '60 seconds'
      -- By ctid, which is stable within a statement: by key, each row was looked up twice more. Not
      -- as a join: on a young table, the planner then read all of it.
      where ctid = any(array(
        select free.tid from candidate
        -- Skips rows that another worker has just leased.
        cross join lateral (
          select d.ctid as tid from webhook_deliveries d
          where d.ctid = candidate.tid and ${IS_DUE}
          for update skip locked
        ) free
        where candidate.place
          <= case when was_slow then ${room.slow}::integer else ${room.quick}::integer end
      ))
      returning environment_id, id, endpoint_id, lease, event_id, event, body, attempts, beside
    )
    select leased.*, share.mode, share.url, share.slow, share.at, share.secret,
      share.previous_secret, event.sequence, now() as leased_at
    from leased
    join share on share.environment_id = leased.environment_id
      and share.endpoint_id = leased.endpoint_id
    -- One primary-key lookup per row.
    left join lateral (
      select sequence from events
      where environment_id = leased.environment_id and id = leased.event_id limit 1
    ) event on true`;
  return rows.map(({ secret, previousSecret, ...delivery }) => ({
    ...delivery,
    sealedSecrets: previousSecret === null ? [secret] : [secret, previousSecret],
  }));
}

type LeasedRow = Omit<LeasedDelivery, 'sealedSecrets'> & {
  readonly secret: string;
  readonly previousSecret: string | null;
};

/** Each endpoint with its share and what is needed to send its deliveries. */
const sharesOf = (shares: readonly Share[]): Fragment => sql`
  select input.environment_id, input.endpoint_id, input.slow as was_slow, input.most, n.mode, e.url,
    e.slow, (now() + n.clock_offset_ms * interval '1 ms')::timestamptz(3) as at,
    e.secret::text as secret, case
      when e.previous_secret_until > now() + n.clock_offset_ms * interval '1 ms'
        then e.previous_secret::text
    end as previous_secret
  from unnest(${shares.map(({ environmentId }) => environmentId)}::text[],
      ${shares.map(({ endpointId }) => endpointId)}::text[],
      ${shares.map(({ slow }) => slow)}::boolean[], ${shares.map(({ most }) => most)}::integer[]
    ) as input (environment_id, endpoint_id, slow, most)
  join environments n on n.id = input.environment_id
  -- The current row: the endpoint may have been disabled or changed since it was looked at.
  join webhook_endpoints e on e.environment_id = input.environment_id
    and e.id = input.endpoint_id and e.enabled and e.deleted_at is null`;

/** A delivery that a listener fetched and holds under a lease. */
export interface HeldDelivery extends Pick<
  LeasedDelivery,
  'environmentId' | 'id' | 'endpointId' | 'lease' | 'url' | 'attempts' | 'beside'
> {
  /** On the environment's clock. */
  readonly now: Date;
}

/** Those of these deliveries to an endpoint that are leased, whoever holds the lease. */
export async function listHeld(
  db: Db,
  environmentId: EnvironmentId,
  endpointId: EndpointId,
  ids: readonly DeliveryId[],
): Promise<HeldDelivery[]> {
  return db<HeldDelivery>`
    select d.environment_id, d.id, d.endpoint_id, d.lease, d.attempts, d.beside, e.url,
      environment_now(d.environment_id) as now
    from webhook_deliveries d
    join webhook_endpoints e on e.environment_id = d.environment_id and e.id = d.endpoint_id
    where d.environment_id = ${environmentId} and d.id = any(${ids}::text[])
      and d.endpoint_id = ${endpointId} and d.lease is not null`;
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
