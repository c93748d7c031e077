import type { Db } from '../platform/db.ts';

/** More than is ever shown, so that an environment with a different clock misses nothing. */
const KEPT_DAYS = 8;
const BATCH = 1_000;

/**
 * Deletes hourly counts that are too old to be shown.
 * @returns whether there may be more
 */
export async function pruneHours(db: Db, batch = BATCH): Promise<boolean> {
  const rows = await db`
    delete from webhook_hours where (environment_id, endpoint_id, hour, shard) in (
      select environment_id, endpoint_id, hour, shard from webhook_hours
      where hour < now() - ${KEPT_DAYS}::integer * interval '1 day'
      order by hour limit ${batch}
      for update skip locked
    ) returning hour`;
  return rows.length === batch;
}
