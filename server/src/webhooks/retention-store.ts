import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';

/** The environment after this one; every environment has a journal. */
export async function findNextJournal(
  db: Db,
  environmentId: string,
): Promise<EnvironmentId | undefined> {
  const [next] = await db<{ environmentId: EnvironmentId }>`
    select environment_id from journals where environment_id > ${environmentId}
    order by environment_id limit 1`;
  return next?.environmentId;
}

interface Looked {
  readonly at: Date;
  readonly id: string;
  readonly deliveries: number;
}

/**
 * Looks at the next deliveries that are old enough and deletes those that nothing waits for and
 * nothing was tried with lately. A clock moved forward makes nothing older than it is. What was
 * tried with them nobody can ask for any more, and goes with its partition.
 * @returns how many were looked at, and the last of them; undefined when there was none
 */
export async function deleteOldDeliveries(
  db: Db,
  { environmentId, at, id }: { environmentId: EnvironmentId; at: Date; id: string },
  days: number,
  limit: number,
): Promise<Looked | undefined> {
  const [last] = await db<Looked>`
    with cutoff as (
      select least(now(), environment_now(${environmentId})) - ${days}::integer * interval '1 day'
        as at
    ), looked as (
      select id, created_at from webhook_deliveries
      where (environment_id, created_at, id) > (${environmentId}, ${at}, ${id})
        and (environment_id, created_at, id) < (${environmentId}, (select at from cutoff), '')
      order by environment_id, created_at, id limit ${limit}
    ), old as (
      select d.id from webhook_deliveries d join looked on looked.id = d.id
      where d.environment_id = ${environmentId} and d.status <> 'pending' and not exists (
        select from webhook_attempts a
        where a.environment_id = d.environment_id and a.delivery_id = d.id
          and a.at >= (select at from cutoff)
      )
      for update of d skip locked
    ), deliveries as (
      delete from webhook_deliveries d using old
      where d.environment_id = ${environmentId} and d.id = old.id
    )
    select created_at as at, id, count(*) over () as deliveries from looked
    order by created_at desc, id desc limit 1`;
  return last;
}

/**
 * Deletes from the oldest number up to the first that is not old enough or that a delivery still
 * waits with, so that no gap comes to be.
 * @returns how many were deleted
 */
export async function deleteOldEvents(
  db: Db,
  environmentId: EnvironmentId,
  days: number,
  limit: number,
): Promise<number> {
  const [row] = await db<{ events: number }>`
    with oldest as (
      select e.id, e.sequence,
        e.created_at >= least(now(), environment_now(${environmentId}))
          - ${days}::integer * interval '1 day'
        or exists (
          -- What has a next attempt is pending, yet told so the planner may read all that waits.
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

/** Whether any environment still has a delivery that was made before this id. */
export async function hasDeliveriesBefore(db: Db, id: string): Promise<boolean> {
  const found = await db`
    select from journals j cross join lateral (
      select from webhook_deliveries d
      where d.environment_id = j.environment_id and d.id < ${id} limit 1
    ) delivery
    limit 1`;
  return found.length > 0;
}
