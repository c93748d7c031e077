import type { Db, Tx } from './db.ts';

/** The time on which all processes agree; the clock of one of them may be wrong. */
export async function readDatabaseClock(db: Db | Tx): Promise<Date> {
  const [row] = await db<{ now: Date }>`select clock_timestamp() as now`;
  if (!row) throw new Error('the database told no time');
  return row.now;
}
