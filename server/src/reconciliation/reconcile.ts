import type { App } from '../app.ts';
import { claimSweep } from './store.ts';
import { takeStep } from './take-step.ts';

/** Connections that one turn compares at once. */
const AT_ONCE = 4;
const ANY = { connection: null, name: null };

/**
 * One step of each of a few sweeps that are due. Whoever had a step comes after all that wait.
 * @returns whether more is probably due
 */
export async function reconcile(app: App): Promise<boolean> {
  const first = await claimSweep(app.db, ANY);
  if (!first) return false;
  const others = Array.from({ length: AT_ONCE - 1 }, async () => {
    const sweep = await claimSweep(app.db, ANY);
    if (sweep) await takeStep(app, sweep);
  });
  await Promise.all([takeStep(app, first), ...others]);
  return true;
}
