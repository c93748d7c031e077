import type { DeliveryResult, Listener } from '../index.ts';
import { pause } from '../patience.ts';
import type { Ponte } from './connect.ts';
import { CALL_MS, isFinal } from './listener.ts';

/** As long as the lease: results reported later do not count. */
const USEFUL_MS = 60_000;
const PAUSE_MS = 500;
const FAREWELL_MS = 500;
/** This many answers fit into one request, whatever their contents. */
const MAX_CONCURRENT = 8;

export interface Teller {
  tell(listener: Listener, result: DeliveryResult): void;
  /** Resolves when all is reported, or after a moment; the rest is delivered again. */
  close(): Promise<void>;
}

/** Reports results to the gateway; those that arrive during a call go with the next one. */
export function openTeller(ponte: Ponte): Teller {
  let waiting: { listener: Listener; result: DeliveryResult; until: number }[] = [];
  let telling: Promise<void> | undefined;
  const stop = new AbortController();
  const limits = { timeoutMs: CALL_MS, signal: stop.signal };

  const tellAll = async (): Promise<void> => {
    while (waiting.length > 0 && !stop.signal.aborted) {
      const [first] = waiting;
      const now = performance.now();
      const batch = waiting
        .filter(({ listener, until }) => listener.id === first?.listener.id && until > now)
        .slice(0, MAX_CONCURRENT);
      waiting = waiting.filter((one) => one.until > now);
      if (!first || batch.length === 0) continue;
      const results = batch.map(({ result }) => result);
      const isOver = await ponte.webhooks.listeners
        .recordResults(first.listener, { results }, limits)
        .then(
          () => true,
          // The loop that fetches deliveries gets the same error, and reports it.
          (error: unknown) => isFinal(error),
        );
      if (isOver) waiting = waiting.filter((one) => !batch.includes(one));
      else await pause(PAUSE_MS, stop.signal);
    }
    telling = undefined;
  };
  return {
    tell: (listener, result) => {
      waiting.push({ listener, result, until: performance.now() + USEFUL_MS });
      telling ??= tellAll();
    },
    close: async () => {
      const told = new AbortController();
      const farewell = pause(FAREWELL_MS, told.signal);
      await Promise.race([telling, farewell]);
      told.abort();
      stop.abort();
    },
  };
}
