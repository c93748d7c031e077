import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { deleteOldDifferences } from './difference-store.ts';
import { reconcile } from './reconcile.ts';
import { deleteOldResults } from './result-store.ts';
import { enrol } from './store.ts';

/** Compares our books with the provider and the chain, independently of notices and looks. */
export function reconciliationJobs(app: App): Job[] {
  return [
    { name: 'reconciliation', everyMs: 1_000, turn: () => reconcile(app) },
    {
      name: 'reconciliation enrolment',
      everyMs: MINUTE_MS,
      turn: async () => {
        await enrol(app.db, app.config.live !== undefined);
        return false;
      },
    },
    {
      name: 'old differences',
      everyMs: 10 * MINUTE_MS,
      turn: whileSteady(app.db, () => deleteOldDifferences(app.db, app.config.retentionDays)),
    },
    {
      name: 'old results',
      everyMs: 10 * MINUTE_MS,
      turn: whileSteady(app.db, () => deleteOldResults(app.db, app.config.retentionDays)),
    },
  ];
}
