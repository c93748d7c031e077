import type { App } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import {
  endReplay,
  isCrowded,
  lockDueReplay,
  moveReplay,
  postponeReplay,
  type Replay,
  sendNextEvents,
} from './replay-store.ts';

/** Enough to keep a fast endpoint busy until the next turn, while new events still get through. */
const STEP = 200;
const ROOM = 100;
const PAUSE_MS = 200;
/** A replay that always fails must not be the first of every turn. */
const FAILED_MS = 5_000;

/**
 * Makes the next events of one replay due, in a short transaction. Adds nothing while many
 * deliveries already wait for the endpoint, so that new events do not queue behind a million.
 * @returns whether more may be waiting
 */
export async function advanceReplays({ db }: App): Promise<boolean> {
  const locked: Replay[] = [];
  try {
    await db.begin(async (tx) => {
      const replay = await lockDueReplay(tx);
      if (!replay) return;
      locked.push(replay);
      await advance(tx, replay);
      failpoint('replay.before-commit');
    });
  } catch (error) {
    for (const replay of locked) await postponeReplay(db, replay, FAILED_MS);
    throw error;
  }
  if (locked.length > 0) failpoint('replay.after-commit');
  return locked.length > 0;
}

async function advance(tx: Tx, replay: Replay): Promise<void> {
  if (replay.kinds === null) return endReplay(tx, replay);
  if (await isCrowded(tx, replay, ROOM)) return postponeReplay(tx, replay, PAUSE_MS);
  const last = await sendNextEvents(tx, replay, replay.kinds, STEP);
  return last && last.events === STEP ? moveReplay(tx, replay, last) : endReplay(tx, replay);
}
