import type { Db } from '../platform/db.ts';

const DELETE_BATCH = 1_000;

/**
 * Deletes attempts that failed more than `days` days ago. A client told to retry leaves one each
 * time, without a key whose deletion would remove it. The index is per tenant, so this goes tenant
 * by tenant.
 * @returns whether there are probably more
 */
export async function deleteFailedAttempts(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    delete from provider_attempts where ctid = any(array(
      select old.tid from environments e cross join lateral (
        select a.ctid as tid from provider_attempts a
        where a.environment_id = e.id and a.started_at < now() - ${days} * interval '1 day'
        order by a.started_at limit ${DELETE_BATCH} for update skip locked
      ) old limit ${DELETE_BATCH}))
    returning attempt`;
  return rows.length === DELETE_BATCH;
}
