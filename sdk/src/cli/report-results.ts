import type { DeliveryResult, Listener } from '../index.ts';
import { pause } from '../timeouts.ts';
import { ATTEMPT_MS, type Ponte } from './connect.ts';
import { isFinal } from './listener.ts';

/** As long as the lease: results reported later do not count. */
const LEASE_MS = 60_000;
const PAUSE_MS = 500;
const CLOSE_TIMEOUT_MS = 500;
/** This many answers fit into one request, whatever their contents. */
const MAX_CONCURRENT = 8;

export interface ResultReporter {
  report(listener: Listener, result: DeliveryResult): void;
  /** Resolves when all is reported, or after a moment; the rest is delivered again. */
  close(): Promise<void>;
}

/** Reports results to the gateway; those that arrive during a call go with the next one. */
export function openReporter(ponte: Ponte): ResultReporter {
  let waiting: { listener: Listener; result: DeliveryResult; until: number }[] = [];
  let reporting: Promise<void> | undefined;
  const stop = new AbortController();
  const limits = { timeoutMs: ATTEMPT_MS, signal: stop.signal };

  const reportAll = async (): Promise<void> => {
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
    reporting = undefined;
  };
  return {
    report: (listener, result) => {
      waiting.push({ listener, result, until: performance.now() + LEASE_MS });
      reporting ??= reportAll();
    },
    close: async () => {
      const finished = new AbortController();
      const timeout = pause(CLOSE_TIMEOUT_MS, finished.signal);
      await Promise.race([reporting, timeout]);
      finished.abort();
      stop.abort();
    },
  };
}
