import type { App } from '../app.ts';
import type { Turn } from '../platform/job-loop.ts';
import { moveBack, QUEUES, seeClock } from './store.ts';

/** A time server's small corrections. */
const TOLERATED_MS = 2_000;

/**
 * Keeps what waits from waiting longer when the database's clock is set back, as by a time server,
 * a restored machine or a standby that takes over: all of it is moved along. What was scheduled
 * since is moved, too, and at worst asked or sent earlier than it need be.
 */
export function openClockFollower({ db, log }: App): Turn {
  const moves: (() => Promise<void>)[] = [];
  return async () => {
    const backMs = await seeClock(db);
    if (backMs > TOLERATED_MS) {
      log.warn({ job: 'database clock', backMs: Math.round(backMs) }, 'the clock was set back');
      for (const [table, queue] of Object.entries(QUEUES)) {
        moves.push(() => moveBack(db, table, queue, backMs));
      }
    }
    // One that fails is begun anew in the next turn.
    for (; moves[0]; moves.shift()) await moves[0]();
    return false;
  };
}
