import type { Db } from '../platform/db.ts';

const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Forgets calls that failed more than so many days ago. Whoever is told to come again leaves one
 * each time, and no key that would be forgotten with it. The index is a tenant's, so each is asked.
 * @returns whether there are probably more
 */
export async function forgetAttempts(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    delete from provider_attempts where ctid = any(array(
      select old.tid from environments e cross join lateral (
        select a.ctid as tid from provider_attempts a
        where a.environment_id = e.id and a.started_at < now() - ${days} * interval '1 day'
        order by a.started_at limit ${FORGOTTEN_AT_ONCE} for update skip locked
      ) old limit ${FORGOTTEN_AT_ONCE}))
    returning attempt`;
  return rows.length === FORGOTTEN_AT_ONCE;
}
