/** Rejects at a signal to end: a run then fails and cleans up, and leaves nothing running. */
export function whenInterrupted(): Promise<never> {
  return new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(`Interrupted by ${signal}.`)));
    }
  });
}
