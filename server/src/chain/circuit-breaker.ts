import { ChainFailure } from './port.ts';

/** Keeps a server that is down or overrun from being asked until it may be well again. */
export interface CircuitBreaker {
  /** @throws ChainFailure while nobody may ask, or where the trial that is due fails too */
  enter(): Promise<void>;
  /** Of an answer, whatever it said. */
  succeeded(): void;
  /** @param retryAfterSeconds for how long the server wants not to be asked */
  failed(retryAfterSeconds?: number): void;
  /** Until somebody may ask again; 0 is now. */
  secondsLeft(): number;
}

export interface BreakerOptions {
  /** One call whose answer tells that the server is there; it tells of its failure itself. */
  readonly trial: () => Promise<void>;
  /** However often it failed, a trial is made so soon. */
  readonly longestMs: number;
  readonly onChange?: (closed: boolean) => void;
  readonly now?: () => number;
}

const FIRST_MS = 1_000;
/** A server may count by the hour; no word of its own keeps us away for longer. */
const MOST_SECONDS = 3_600;

export function openCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { trial, longestMs, onChange = () => undefined, now = () => performance.now() } = options;
  let failures = 0;
  let closedUntil: number | undefined;
  let trying: Promise<void> | undefined;
  const secondsLeft = (): number =>
    closedUntil === undefined ? 0 : Math.max(0, Math.ceil((closedUntil - now()) / 1_000));
  const close = (ms: number): void => {
    closedUntil = Math.max(closedUntil ?? 0, now() + ms);
    onChange(true);
  };
  const tryOnce = async (): Promise<void> => {
    await trial();
    // Only an answer to a real question ends the count: a trial is easier to answer.
    closedUntil = undefined;
    onChange(false);
  };
  return {
    secondsLeft,
    enter: async () => {
      if (closedUntil === undefined) return;
      if (closedUntil > now()) throw new ChainFailure('it is not asked for now', secondsLeft());
      trying ??= tryOnce().finally(() => (trying = undefined));
      await trying;
    },
    succeeded: () => {
      if (closedUntil === undefined) failures = 0;
    },
    failed: (retryAfterSeconds = 0) => {
      // Of calls that were under way together, one failure counts.
      const isNew = closedUntil === undefined || closedUntil <= now();
      if (isNew) failures += 1;
      const backOffMs = isNew ? Math.min(longestMs, FIRST_MS * 2 ** (failures - 1)) : 0;
      const saidMs = Math.min(retryAfterSeconds, MOST_SECONDS) * 1_000;
      close(Math.max(saidMs, backOffMs * (0.75 + Math.random() / 4)));
    },
  };
}
