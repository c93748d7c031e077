import { ChainFailure } from './port.ts';

/** Takes a call out of what a server is asked at most. */
export interface Budget {
  /**
   * Waits for its turn, in the order of asking.
   * @throws ChainFailure at once where its turn is too far off, and takes nothing
   */
  enter(): Promise<void>;
}

/** Of a minute's calls so many may go at once. */
const BURST_MS = 10_000;
/** A look makes a few calls, and must not lose those it made because one more has no room. */
const PATIENCE_MS = 10_000;

/** @param pause waits so many milliseconds */
export function openBudget(
  callsPerMinute: number,
  pause: (ms: number) => Promise<unknown>,
  now: () => number = () => performance.now(),
): Budget {
  const apartMs = 60_000 / callsPerMinute;
  const aheadMs = Math.max(0, BURST_MS - apartMs);
  // When the next call would leave if all of them left evenly.
  let nextAt = -Infinity;
  return {
    enter: async () => {
      const at = now();
      const evenly = Math.max(nextAt, at);
      const waitMs = Math.max(0, evenly - at - aheadMs);
      if (waitMs > PATIENCE_MS) {
        const seconds = Math.ceil(waitMs / 1_000);
        throw new ChainFailure('as many calls as may be made wait already', seconds);
      }
      nextAt = evenly + apartMs;
      if (waitMs > 0) await pause(waitMs);
    },
  };
}
