import type { App } from '../app.ts';
import { failpoint } from '../platform/failpoint.ts';
import {
  endReplay,
  isCrowded,
  lockDueReplay,
  moveReplay,
  postponeReplay,
  sendNextEvents,
} from './replay-store.ts';

/** Enough to keep a fast endpoint busy until the next turn, while new events still get through. */
const STEP = 200;
const ROOM = 100;
const PAUSE_MS = 200;

/**
 * Makes the next events of one replay due, in a short transaction. Adds nothing while many
 * deliveries already wait for the endpoint, so that new events do not queue behind a million.
 * @returns whether more may be waiting
 */
export async function advanceReplays(app: App): Promise<boolean> {
  const found = await app.db.begin(async (tx) => {
    const replay = await lockDueReplay(tx);
    if (!replay) return false;
    if (replay.kinds === null) await endReplay(tx, replay);
    else if (await isCrowded(tx, replay, ROOM)) await postponeReplay(tx, replay, PAUSE_MS);
    else {
      const last = await sendNextEvents(tx, replay, replay.kinds, STEP);
      if (last && last.events === STEP) await moveReplay(tx, replay, last);
      else await endReplay(tx, replay);
    }
    failpoint('replay.before-commit');
    return true;
  });
  if (found) failpoint('replay.after-commit');
  return found;
}
