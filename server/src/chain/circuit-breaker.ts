import { ChainFailure } from './port.ts';

/** Stops calls to a server that is down or overloaded until it may have recovered. */
export interface CircuitBreaker {
  /** @throws ChainFailure while calls are stopped, or if the trial that is now due fails */
  enter(): Promise<void>;
  /** The server answered, whatever it said. */
  succeeded(): void;
  /** @param retryAfterSeconds for how long the server asked not to be called */
  failed(retryAfterSeconds?: number): void;
  /** Until the next trial; 0 means now. */
  secondsLeft(): number;
}

export interface BreakerOptions {
  /** One call whose answer shows that the server is up; it reports its own failure. */
  readonly trial: () => Promise<void>;
  /** The longest time until the next trial, however often the server failed. */
  readonly longestMs: number;
  readonly onChange?: (isStopped: boolean) => void;
  readonly now?: () => number;
}

const FIRST_MS = 1_000;
/** A server may count by the hour; its `Retry-After` is respected for no longer than this. */
const MAX_SECONDS = 3_600;

export function openCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { trial, longestMs, onChange = () => undefined, now = () => performance.now() } = options;
  let failures = 0;
  let stoppedUntil: number | undefined;
  let trying: Promise<void> | undefined;
  const secondsLeft = (): number =>
    stoppedUntil === undefined ? 0 : Math.max(0, Math.ceil((stoppedUntil - now()) / 1_000));
  const stop = (ms: number): void => {
    stoppedUntil = Math.max(stoppedUntil ?? 0, now() + ms);
    onChange(true);
  };
  const tryOnce = async (): Promise<void> => {
    await trial();
    // `failures` is reset only by the answer to a real call, since a trial is easier to answer.
    stoppedUntil = undefined;
    onChange(false);
  };
  return {
    secondsLeft,
    enter: async () => {
      if (stoppedUntil === undefined) return;
      if (stoppedUntil > now()) throw new ChainFailure('it is not asked for now', secondsLeft());
      trying ??= tryOnce().finally(() => (trying = undefined));
      await trying;
    },
    succeeded: () => {
      if (stoppedUntil === undefined) failures = 0;
    },
    failed: (retryAfterSeconds = 0) => {
      // Calls that were in flight together count as one failure.
      const isNew = stoppedUntil === undefined || stoppedUntil <= now();
      if (isNew) failures += 1;
      const backOffMs = isNew ? Math.min(longestMs, FIRST_MS * 2 ** (failures - 1)) : 0;
      const requestedMs = Math.min(retryAfterSeconds, MAX_SECONDS) * 1_000;
      stop(Math.max(requestedMs, backOffMs * (0.75 + Math.random() / 4)));
    },
  };
}
