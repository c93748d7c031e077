import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early, and quietly, when the signal says so. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
