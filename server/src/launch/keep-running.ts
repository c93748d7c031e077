import { setTimeout as delay } from 'node:timers/promises';
import { openLines } from '../platform/write-lines.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** After running this long, the next failure counts as a new one. */
const STEADY_MS = 30_000;

/**
 * Reruns something whenever it ends or fails, after a pause that doubles up to five seconds. `run`
 * resolves with the reason when it has ended. Returns after the signal, and never throws.
 */
export async function keepRunning(
  name: string,
  run: () => Promise<string>,
  stopping: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!stopping.aborted) {
    const startedAt = performance.now();
    const reason = await run().catch((error: unknown) =>
      error instanceof Error ? error.message : 'unknown failure',
    );
    if (stopping.aborted) return;
    if (performance.now() - startedAt >= STEADY_MS) pauseMs = FIRST_PAUSE_MS;
    report(`The ${name} ended (${reason}). It is started again in ${pauseMs} ms.`);
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

const standardError = openLines(2);

/** The launcher's own messages; standard output is for the children and the welcome. */
export function report(line: string): void {
  standardError.write(`${line}\n`);
}
