import type { Db } from '../platform/db.ts';
import { readDatabaseClock } from '../platform/read-database-clock.ts';
import { firstIdToKeep, type Log, oldPartitions, type Partition } from './partition.ts';
import {
  deleteFromRest,
  detachPartition,
  dropDetached,
  listDetached,
  listPartitions,
} from './store.ts';

/**
 * Detaches and drops the oldest partition of a log if all its rows are more than `days` old by the
 * database's clock. It blocks nobody: it waits for current readers, gives up after a while, and the
 * next turn continues where it left off. If the rest goes back that far, as when a row that was
 * dated in the future keeps it from being split, its old rows are deleted instead.
 * @param mayGo whether nothing needs rows older than this id any more
 * @returns whether there may be another
 */
export async function dropOldPartitions(
  db: Db,
  log: Log,
  days: number,
  mayGo: (before: string) => Promise<boolean>,
): Promise<boolean> {
  for (const name of await listDetached(db, log)) await dropDetached(db, name);
  const partitions = await listPartitions(db, log);
  const now = await readDatabaseClock(db);
  const [oldest] = oldPartitions(log, partitions, now, days);
  if (!oldest) {
    const since = firstIdToKeep(log, now, days);
    const isOld = partitions.some(({ from, to }) => to === null && (from === null || from < since));
    return isOld && (await mayGo(since)) && (await deleteFromRest(db, log, since));
  }
  if (!(await isFree(oldest, mayGo))) return false;
  if (await detachPartition(db, log, oldest)) await dropDetached(db, oldest.name);
  return true;
}

/** A partition that is already being detached was free then, and is no longer visible. */
async function isFree({ to, isLeaving }: Partition, mayGo: (before: string) => Promise<boolean>) {
  return isLeaving || (to !== null && (await mayGo(to)));
}
