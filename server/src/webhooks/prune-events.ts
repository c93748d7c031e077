import type { EnvironmentId } from '../ids.ts';
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
 * Deletes events and deliveries, with their attempts, that were created more than `days` real days
 * ago; oldest first and in small batches. Moving an environment's clock does not make them older or
 * younger. What remains of a journal has no gap, and its numbering continues.
 * @param place undefined at the beginning of a round
 * @returns where to continue, or undefined at the end of the round
 */
export async function pruneEvents(db: Db, days: number, place?: Place): Promise<Place | undefined> {
  const here = place ?? (await beginAfter(db, ''));
  if (!here) return undefined;
  const cutoff = await readCutoff(db, days);
  const looked = await deleteOldDeliveries(db, here, cutoff, BATCH);
  if (looked?.deliveries === BATCH) return { ...here, id: looked.id };
  const gone = await deleteOldEvents(db, here.environmentId, cutoff, BATCH);
  // Deliveries that had to be kept are not looked at again in this round.
  if (gone === BATCH) return { ...here, ...(looked && { id: looked.id }) };
  return beginAfter(db, here.environmentId);
}

async function beginAfter(db: Db, environmentId: EnvironmentId | ''): Promise<Place | undefined> {
  const next = await findNextJournal(db, environmentId);
  return next && { environmentId: next, id: '' };
}
