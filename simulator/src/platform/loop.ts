import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Starts the next turn now instead of when its time comes. */
  wake(): void;
  /** Resolves when the current turn has ended; none starts afterwards. */
  stop(): Promise<void>;
}

const AFTER_FAILURE_MS = 500;
/** Under load, turns this far apart do more at once instead of very little all the time. */
const BETWEEN_TURNS_MS = 5;

/** Repeats `turn`, which returns in how many milliseconds it must run again at the latest. */
export function startLoop(turn: () => Promise<number>, onFailure: (error: unknown) => void): Loop {
  let stopped = false;
  let woken = false;
  let endPause = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!stopped) {
      woken = false;
      const waitMs = await turn().catch((error: unknown) => {
        onFailure(error);
        return AFTER_FAILURE_MS;
      });
      await sleep(BETWEEN_TURNS_MS);
      // A wake-up during the turn may be about rows that the turn did not see.
      if (!stopped && !woken && waitMs > 0) await pause(waitMs);
    }
  };
  const running = run();

  return {
    wake: () => {
      woken = true;
      endPause();
    },
    stop: () => {
      stopped = true;
      endPause();
      return running;
    },
  };
}
