import type { Db } from '../platform/db.ts';

/** More than is ever told of, so that no clock of an environment comes short. */
const KEPT_DAYS = 8;
const BATCH = 1_000;

/**
 * Deletes the hours of endpoints that nobody is told of any more.
 * @returns whether more may be there
 */
export async function forgetOldHours(db: Db, batch = BATCH): Promise<boolean> {
  const rows = await db`
    delete from webhook_hours where (environment_id, endpoint_id, hour, shard) in (
      select environment_id, endpoint_id, hour, shard from webhook_hours
      where hour < now() - ${KEPT_DAYS}::integer * interval '1 day'
      order by hour limit ${batch}
      for update skip locked
    ) returning hour`;
  return rows.length === batch;
}
