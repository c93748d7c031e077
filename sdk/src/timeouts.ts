/** Ends early if the signal is aborted; callers check the signal afterwards. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

export class TimedOut extends Error {}

/**
 * Gives `work` a signal that aborts after `ms`, or with the caller's signal. Rejects with the
 * reason then, even if a custom `fetch` ignores the signal.
 */
export async function withTimeout<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new TimedOut()), ms);
  signal?.addEventListener('abort', stop);
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(controller.signal.reason as Error);
    controller.signal.addEventListener('abort', end);
  });
  try {
    return await Promise.race([ended, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
