import { MINUTE_MS } from '../durations.ts';
import { ChainFailure } from './port.ts';

/** Limits the calls made to a server. */
export interface Budget {
  /**
   * Waits for a turn, first come, first served.
   * @throws ChainFailure at once if the wait would be too long; then no turn is taken
   */
  enter(): Promise<void>;
}

/** The calls of this much time may be made at once. */
const BURST_MS = 10_000;
/** A look makes several calls, and should not lose those already made for lack of one more. */
const MAX_WAIT_MS = 10_000;

/** @param pause waits that many milliseconds */
export function openBudget(
  callsPerMinute: number,
  pause: (ms: number) => Promise<unknown>,
  now: () => number = () => performance.now(),
): Budget {
  const intervalMs = MINUTE_MS / callsPerMinute;
  const burstMs = Math.max(0, BURST_MS - intervalMs);
  // When the next call would be made if all calls were evenly spaced.
  let nextAt = -Infinity;
  return {
    enter: async () => {
      const at = now();
      const dueAt = Math.max(nextAt, at);
      const waitMs = Math.max(0, dueAt - at - burstMs);
      if (waitMs > MAX_WAIT_MS) {
        const seconds = Math.ceil(waitMs / 1_000);
        throw new ChainFailure('as many calls as may be made wait already', seconds);
      }
      nextAt = dueAt + intervalMs;
      if (waitMs > 0) await pause(waitMs);
    },
  };
}
