export interface StopSignals {
  /** Aborted by the first SIGTERM, SIGINT or SIGHUP. */
  readonly stop: AbortSignal;
  /** Aborted by the second. */
  readonly hurry: AbortSignal;
  /** Settles with the first. */
  readonly received: Promise<void>;
  forget(): void;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Takes the signals that ask this process to end away from Node, which would end it at once. */
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
    forget: () => SIGNALS.forEach((signal) => process.off(signal, onSignal)),
  };
}
