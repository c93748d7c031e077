/** Rejects at a signal to end: a run then fails and cleans up, and leaves nothing running. */
export function whenInterrupted(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => reject(new Error(`Interrupted by ${signal}.`)));
  }
  // A signal may come before anybody waits for it.
  promise.catch(() => undefined);
  return promise;
}
