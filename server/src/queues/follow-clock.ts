import type { App } from '../app.ts';
import { DAY_MS } from '../durations.ts';
import type { Turn } from '../platform/job-loop.ts';
import { moveBack, QUEUES, recordClock } from './store.ts';

/** Small corrections, as by NTP. */
const TOLERATED_MS = 2_000;

/**
 * If the database's clock is set back, as by NTP, a restored machine or a failover to a standby,
 * moves all waiting times back with it, so that nothing waits longer. Times scheduled since then
 * are moved too, so that some work may be done earlier than necessary.
 */
export function openClockFollower({ db, log }: App): Turn {
  const moves: (() => Promise<void>)[] = [];
  return async () => {
    const backMs = await recordClock(db);
    if (backMs < -DAY_MS) {
      const aheadDays = Math.round(-backMs / DAY_MS);
      log.warn({ job: 'database clock', aheadDays }, 'the clock leapt ahead, or no worker ran');
    }
    if (backMs > TOLERATED_MS) {
      log.warn({ job: 'database clock', backMs: Math.round(backMs) }, 'the clock was set back');
      for (const [table, queue] of Object.entries(QUEUES)) {
        moves.push(() => moveBack(db, table, queue, backMs));
      }
    }
    // A move that fails is restarted in the next turn.
    for (; moves[0]; moves.shift()) await moves[0]();
    return false;
  };
}
