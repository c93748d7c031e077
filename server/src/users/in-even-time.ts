import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 250;

/**
 * Answers after whole steps of time only, however it ends: how long the work took then tells
 * nobody which of two ways it went.
 */
export async function inEvenTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const tookMs = performance.now() - startedAt;
    await sleep(Math.ceil(tookMs / STEP_MS) * STEP_MS - tookMs);
  }
}
