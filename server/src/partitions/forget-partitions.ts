import type { Db } from '../platform/db.ts';
import { type Log, oldOnes, type Partition } from './partition.ts';
import { detachPartition, dropDetached, listDetached, listPartitions, readNow } from './store.ts';

/**
 * Takes out and drops the oldest partition of a log whose every row is older than so many days by
 * the database's clock. Nobody waits for it: it waits for whoever still reads, and gives up after
 * a while, and the next turn goes on where it stood.
 * @param mayGo whether nothing needs what is older than this id any more
 * @returns whether there may be another
 */
export async function forgetPartitions(
  db: Db,
  log: Log,
  days: number,
  mayGo: (before: string) => Promise<boolean>,
): Promise<boolean> {
  for (const name of await listDetached(db, log)) await dropDetached(db, name);
  const partitions = await listPartitions(db, log);
  const [oldest] = oldOnes(log, partitions, await readNow(db), days);
  if (!oldest || !(await isFree(oldest, mayGo))) return false;
  if (await detachPartition(db, log, oldest)) await dropDetached(db, oldest.name);
  return true;
}

/** What somebody has begun to take out was free then, and nobody sees it any more. */
async function isFree({ to, isLeaving }: Partition, mayGo: (before: string) => Promise<boolean>) {
  return isLeaving || (to !== null && (await mayGo(to)));
}
