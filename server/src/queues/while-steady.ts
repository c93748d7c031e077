import type { Db } from '../platform/db.ts';
import type { Turn } from '../platform/job-loop.ts';
import { isClockSteady } from './store.ts';

/**
 * Lets what goes by the age of rows wait for a day after the database's clock has leapt: if it is
 * set a year ahead by mistake, nothing is deleted that only seems to be a year older.
 */
export function whileSteady(db: Db, turn: Turn): Turn {
  return async () => (await isClockSteady(db)) && turn();
}
