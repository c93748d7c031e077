import type { Db, Tx } from '../platform/db.ts';
import { readDatabaseClock } from '../platform/read-database-clock.ts';
import { type Log, nextEnd, type Partition } from './partition.ts';
import {
  announceEnd,
  findAnnouncedEnd,
  listPartitions,
  lockPartitions,
  splitRest,
  validateEnd,
  withdrawEnd,
} from './store.ts';

/** Until that time no partition can be created. */
export class MisdatedRowError extends Error {
  constructor({ table }: Log, end: Date) {
    super(
      `${table} has a row that was made after ${end.toISOString()}: a machine's clock is or was wrong. Until then there will be no new partition, and old rows are deleted one by one.`,
    );
  }
}

/**
 * Creates the next partition of a log ahead of time, by giving the open-ended rest an end. Readers
 * and writers are blocked for an instant at most: if a lock is not available at once, this throws,
 * and the next turn continues where it left off. Any number of processes may run it.
 * @param now the database's time by default
 * @returns whether another one has to be created
 * @throws MisdatedRowError
 */
export async function createPartitions(db: Db, log: Log, now?: Date): Promise<boolean> {
  const at = now ?? (await readDatabaseClock(db));
  const end = await db.begin(async (tx) => {
    const rest = await lockRest(tx, log);
    const begun = await findAnnouncedEnd(tx, log);
    if (begun) return begun.end;
    const next = nextEnd(log, rest, at);
    if (next) await announceEnd(tx, log, next);
    return next;
  });
  if (!end) return false;
  if (!(await validateEnd(db, log, end))) {
    // A row dated in the future, by a wrong clock, must not block other rows from being written.
    await withdrawEnd(db, log, end);
    throw new MisdatedRowError(log, end);
  }
  await db.begin(async (tx) => {
    const rest = await lockRest(tx, log);
    const ending = await findAnnouncedEnd(tx, log);
    // Another process may have done this meanwhile, and begun the next.
    if (ending?.isProved === true) await splitRest(tx, log, rest, ending.end);
  });
  return true;
}

async function lockRest(tx: Tx, log: Log): Promise<Partition> {
  await lockPartitions(tx, log);
  const rest = (await listPartitions(tx, log)).find(({ to }) => to === null);
  if (!rest) throw new Error(`${log.table} has no partition without an end`);
  return rest;
}
