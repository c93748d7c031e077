import type { DeliveryResult, Listener } from '../index.ts';
import { pause } from '../patience.ts';
import type { Ponte } from './connect.ts';
import { CALL_MS, isFinal } from './listener.ts';

/** As long as the lease that they are told under: later they would count for nothing. */
const USEFUL_MS = 60_000;
const PAUSE_MS = 500;
const FAREWELL_MS = 500;
/** However they are spelled, the beginnings of so many answers fit into one request. */
const MOST_AT_ONCE = 8;

export interface Teller {
  tell(listener: Listener, result: DeliveryResult): void;
  /** Ends when all is told, or after a moment: what is untold then is sent once more. */
  close(): Promise<void>;
}

/** Tells the gateway what became of deliveries: what ends meanwhile goes with the next call. */
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
        .slice(0, MOST_AT_ONCE);
      waiting = waiting.filter((one) => one.until > now);
      if (!first || batch.length === 0) continue;
      const results = batch.map(({ result }) => result);
      const isOver = await ponte.webhooks.listeners
        .recordResults(first.listener, { results }, limits)
        .then(
          () => true,
          // The loop that takes deliveries meets the same and says so.
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
