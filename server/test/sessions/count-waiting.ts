import type { App } from '../../src/app.ts';

/** The number of statements in this database that wait for a lock. */
export async function countWaiting({ db }: App): Promise<number> {
  const [row] = await db<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}
