import type { Db } from '../platform/db.ts';
import { type Log, oldPartitions, type Partition } from './partition.ts';
import { detachPartition, dropDetached, listDetached, listPartitions, readNow } from './store.ts';

/**
 * Detaches and drops the oldest partition of a log if all its rows are more than `days` old by the
 * database's clock. It blocks nobody: it waits for current readers, gives up after a while, and the
 * next turn continues where it left off.
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
  const [oldest] = oldPartitions(log, partitions, await readNow(db), days);
  if (!oldest || !(await isFree(oldest, mayGo))) return false;
  if (await detachPartition(db, log, oldest)) await dropDetached(db, oldest.name);
  return true;
}

/** A partition that is already being detached was free then, and is no longer visible. */
async function isFree({ to, isLeaving }: Partition, mayGo: (before: string) => Promise<boolean>) {
  return isLeaving || (to !== null && (await mayGo(to)));
}
