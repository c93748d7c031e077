export interface StopSignals {
  /** Aborted by the first SIGTERM, SIGINT or SIGHUP. */
  readonly stop: AbortSignal;
  /** Aborted by the second signal. */
  readonly hurry: AbortSignal;
  /** Resolves with the first signal. */
  readonly received: Promise<void>;
  stopListening(): void;
}

export interface SignalOptions {
  readonly source?: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly now?: () => number;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Under npm one Ctrl-C arrives twice: the terminal sends it to all its processes, and npm passes
 * on its own. Whoever is in a hurry presses it again later than this.
 */
const ECHO_MS = 1_000;

/** Handles the signals that ask this process to end; by default they would end it at once. */
export function listenForStopSignals({
  source = process,
  now = () => performance.now(),
}: SignalOptions = {}): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  const { promise: received, resolve } = Promise.withResolvers<void>();
  let first: { readonly signal: string; readonly ms: number } | undefined;
  const listeners = SIGNALS.map((signal) => {
    const listener = (): void => {
      const ms = now();
      if (first && (signal !== first.signal || ms - first.ms > ECHO_MS)) hurry.abort();
      first ??= { signal, ms };
      stop.abort();
      resolve();
    };
    source.on(signal, listener);
    return { signal, listener };
  });
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    received,
    stopListening: () => {
      for (const { signal, listener } of listeners) source.off(signal, listener);
    },
  };
}
