import { setTimeout as delay } from 'node:timers/promises';

interface WaitOptions {
  readonly timeoutMs: number;
  readonly everyMs?: number;
  /** Ends the wait early, which then throws an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

/** Polls until there is an answer; undefined after the timeout. */
export async function waitFor<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { timeoutMs, everyMs = 20, signal }: WaitOptions,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() >= deadline) return undefined;
    await delay(everyMs, undefined, signal ? { signal } : undefined);
  }
}
