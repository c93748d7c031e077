import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { deleteOldDeliveries, deleteOldEvents, findNextJournal } from './retention-store.ts';

/** How far a round over all environments has come. */
export interface Place {
  readonly environmentId: EnvironmentId;
  /** The last delivery that was looked at. */
  readonly at: Date;
  readonly id: string;
}

const BATCH = 500;
const BEGINNING = { at: new Date(0), id: '' };

/**
 * Forgets deliveries, their attempts and events that are older than so many days, the oldest first
 * and a few at a time. What is left of a journal has no gap, and its numbers go on.
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
  const looked = await deleteOldDeliveries(db, here, days, BATCH);
  if (looked?.deliveries === BATCH) return { ...here, at: looked.at, id: looked.id };
  const gone = await deleteOldEvents(db, here.environmentId, days, BATCH);
  // Whatever was kept of the deliveries is kept for the rest of the round.
  if (gone === BATCH) return { ...here, ...(looked && { at: looked.at, id: looked.id }) };
  return beginAfter(db, here.environmentId);
}

async function beginAfter(db: Db, environmentId: string): Promise<Place | undefined> {
  const next = await findNextJournal(db, environmentId);
  return next && { environmentId: next, ...BEGINNING };
}
