export interface StopSignals {
  /** Aborted by the first SIGTERM, SIGINT or SIGHUP. */
  readonly stop: AbortSignal;
  /** Aborted by the second signal. */
  readonly hurry: AbortSignal;
  /** Resolves with the first signal. */
  readonly received: Promise<void>;
  stopListening(): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Handles the signals that ask this process to end; by default they would end it at once. */
export function listenForStopSignals(): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const onSignal = (): void => {
    if (stop.signal.aborted) hurry.abort();
    stop.abort();
    resolve();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    received,
    stopListening: () => SIGNALS.forEach((signal) => process.off(signal, onSignal)),
  };
}
