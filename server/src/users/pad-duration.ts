import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 250;

/**
 * Pads the duration to a multiple of a fixed step, however the work ends, so that it does not
 * reveal which path was taken.
 */
export async function padDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const tookMs = performance.now() - startedAt;
    await sleep(Math.ceil(tookMs / STEP_MS) * STEP_MS - tookMs);
  }
}
