import type { DeliveryId, EndpointId, EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { LeasedDelivery } from './delivery.ts';
import type { EndpointKey } from './endpoint.ts';

/** Whether no attempt of the delivery with row `d` is in flight. */
export const IS_FREE = sql`(d.lease_until is null or d.lease_until <= now())`;

/** Whether an attempt can be made now. */
export const IS_DUE = sql`d.status = 'pending' and d.next_attempt_at <= now() and ${IS_FREE}`;

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

/**
 * Ends a lease early, as if it had expired.
 * @param endpoints of the deliveries that it may contain
 * @returns whether there were any
 */
export async function giveBackLease(
  db: Db,
  lease: string,
  endpoints: readonly EndpointKey[],
): Promise<boolean> {
  const freed = await db`
    with held as (
      select d.environment_id, d.id
      from unnest(${endpoints.map(({ environmentId }) => environmentId)}::text[],
        ${endpoints.map(({ endpointId }) => endpointId)}::text[])
        as input (environment_id, endpoint_id)
      join webhook_deliveries d on d.environment_id = input.environment_id
        and d.endpoint_id = input.endpoint_id
      where d.status = 'pending' and d.lease = ${lease}
      order by d.id for update of d
    )
    update webhook_deliveries d set lease = null, lease_until = null
    from held where d.environment_id = held.environment_id and d.id = held.id
    returning d.id`;
  return freed.length > 0;
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
