import type { App } from '../app.ts';
import { failpoint } from '../failpoint.ts';
import type { Tx } from '../platform/database.ts';
import { type StepKind, untilNextStep } from './store.ts';

/**
 * Takes the steps of charges, or of withdrawals, that are due.
 * @param advance takes a batch of them; returns how many
 * @returns in how many ms the next are due
 */
export async function advanceDue(
  app: App,
  kind: StepKind,
  advance: (app: App, tx: Tx) => Promise<number>,
): Promise<number> {
  const waitMs = await untilNextStep(app.db, kind);
  if (waitMs > 0) return waitMs;
  const taken = await app.db.begin((tx) => advance(app, tx));
  if (taken > 0) {
    failpoint('sandbox.after-step');
    app.wake('notices');
  }
  return 0;
}
