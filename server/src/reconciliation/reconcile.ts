import type { App } from '../app.ts';
import { claimSweep } from './store.ts';
import { takeStep } from './take-step.ts';

/** How many connections one turn compares at once. */
const CONCURRENCY = 4;
const ANY = { connection: null, name: null };

/**
 * Takes one step each of a few due sweeps. A sweep that had a step goes to the back of the queue.
 * @returns whether more is probably due
 */
export async function reconcile(app: App): Promise<boolean> {
  const first = await claimSweep(app.db, ANY);
  if (!first) return false;
  const others = Array.from({ length: CONCURRENCY - 1 }, async () => {
    const sweep = await claimSweep(app.db, ANY);
    if (sweep) await takeStep(app, sweep);
  });
  await Promise.all([takeStep(app, first), ...others]);
  return true;
}
