import type { Db } from '../platform/db.ts';
import {
  deleteOldDeliveries,
  deleteOldEvents,
  findNextJournal,
  type Place,
  readCutoff,
} from './retention-store.ts';

const BATCH = 500;

/**
 * Forgets deliveries, their attempts and events that were made more than so many real days ago,
 * the oldest first and a few at a time: a clock moved forward makes nothing older than it is, nor
 * younger. What is left of a journal has no gap, and its numbers go on.
 * @param place undefined at the beginning of a round
 * @returns where to go on, or undefined when the round is over
 */
export async function forgetOldEvents(
  db: Db,
  days: number,
  place?: Place,
): Promise<Place | undefined> {
  const here = place ?? (await beginAfter(db, ''));
  if (!here) return undefined;
  const cutoff = await readCutoff(db, days);
  const looked = await deleteOldDeliveries(db, here, cutoff, BATCH);
  if (looked?.deliveries === BATCH) return { ...here, id: looked.id };
  const gone = await deleteOldEvents(db, here.environmentId, cutoff, BATCH);
  // Whatever was kept of the deliveries is kept for the rest of the round.
  if (gone === BATCH) return { ...here, ...(looked && { id: looked.id }) };
  return beginAfter(db, here.environmentId);
}

async function beginAfter(db: Db, environmentId: string): Promise<Place | undefined> {
  const next = await findNextJournal(db, environmentId);
  return next && { environmentId: next, id: '' };
}
