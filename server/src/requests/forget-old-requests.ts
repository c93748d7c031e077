import type { Db } from '../platform/db.ts';
import { deleteOldRequests, findNextEnvironment } from './store.ts';

/** Short enough that nobody waits for it. */
const BATCH = 500;

/**
 * Deletes the next requests that are older than they are kept.
 * @param place the environment where the turn before ended; '' begins a round
 * @returns where the next turn begins; '' at the end of a round
 */
export async function forgetOldRequests(db: Db, place: string, batch = BATCH): Promise<string> {
  const environmentId = await findNextEnvironment(db, place);
  if (environmentId === undefined) return '';
  const deleted = await deleteOldRequests(db, environmentId, batch);
  // An environment with more of them comes again.
  return deleted === batch ? place : environmentId;
}
