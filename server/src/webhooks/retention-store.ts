import { type DeliveryId, type EnvironmentId, type EventId, firstIdAt } from '../ids.ts';
import type { Db } from '../platform/db.ts';

/** The next environment in id order; every environment has a journal. */
export async function findNextJournal(
  db: Db,
  environmentId: EnvironmentId | '',
): Promise<EnvironmentId | undefined> {
  const [next] = await db<{ environmentId: EnvironmentId }>`
    select environment_id from journals where environment_id > ${environmentId}
    order by environment_id limit 1`;
  return next?.environmentId;
}

/** The first ids recent enough to keep. Ids begin with the real time of their creation. */
export interface Cutoff {
  readonly days: number;
  readonly delivery: DeliveryId;
  readonly event: EventId;
}

export async function readCutoff(db: Db, days: number): Promise<Cutoff> {
  const [row] = await db<{ at: Date }>`
    select now() - ${days}::integer * interval '1 day' as at`;
  if (!row) throw new Error('the database does not say what time it is');
  return { days, delivery: firstIdAt('whd', row.at), event: firstIdAt('evt', row.at) };
}

/** Progress of a round over all environments. */
export interface Place {
  readonly environmentId: EnvironmentId;
  /** The last delivery looked at; empty at the beginning. */
  readonly id: DeliveryId | '';
}

interface Looked {
  readonly id: DeliveryId;
  readonly deliveries: number;
}

/**
 * Looks at the next deliveries that are old enough, and deletes those that have ended and had no
 * recent attempt. Their attempts can no longer be queried, and are dropped with their partition.
 * @returns how many were looked at, and the last one; undefined if there were none
 */
export async function deleteOldDeliveries(
  db: Db,
  { environmentId, id }: Place,
  { days, delivery: before }: Cutoff,
  limit: number,
): Promise<Looked | undefined> {
  const [last] = await db<Looked>`
    with looked as (
      select id from webhook_deliveries
      where environment_id = ${environmentId} and id > ${id} and id < ${before}
      order by id limit ${limit}
    ), old as (
      select d.id from webhook_deliveries d join looked on looked.id = d.id
      where d.environment_id = ${environmentId} and d.status <> 'pending' and not exists (
        select from webhook_attempts a
        where a.environment_id = d.environment_id and a.delivery_id = d.id
          -- Attempts are dated on the environment's clock, which may be far ahead of ours.
          and a.at >= environment_now(${environmentId}) - ${days}::integer * interval '1 day'
      )
      for update of d skip locked
    ), deliveries as (
      delete from webhook_deliveries d using old
      where d.environment_id = ${environmentId} and d.id = old.id
    )
    select id, count(*) over () as deliveries from looked order by id desc limit 1`;
  return last;
}

/**
 * Deletes events from the oldest number up to the first that is too recent or still has a pending
 * delivery, so that no gap arises.
 * @returns how many were deleted
 */
export async function deleteOldEvents(
  db: Db,
  environmentId: EnvironmentId,
  { event: before }: Cutoff,
  limit: number,
): Promise<number> {
  const [row] = await db<{ events: number }>`
    with oldest as (
      select e.id, e.sequence, e.id >= ${before} or exists (
          -- Only pending ones have a next attempt; asking for the status, the planner may scan them
          -- all.
          select from webhook_deliveries d where d.environment_id = e.environment_id
            and d.event_id = e.id and d.next_attempt_at is not null
        ) as stays
      from events e
      where e.environment_id = ${environmentId} and e.sequence is not null
      order by e.sequence limit ${limit}
    ), gone as (
      delete from events e using oldest
      where e.environment_id = ${environmentId} and e.id = oldest.id
        and oldest.sequence < all (select min(sequence) from oldest where stays having count(*) > 0)
      returning e.id
    )
    select count(*) as events from gone`;
  return row?.events ?? 0;
}

/** Whether any environment still has a delivery created before this id. */
export async function hasDeliveriesBefore(db: Db, id: string): Promise<boolean> {
  const found = await db`
    select from journals j cross join lateral (
      select from webhook_deliveries d
      where d.environment_id = j.environment_id and d.id < ${id} limit 1
    ) delivery
    limit 1`;
  return found.length > 0;
}
