import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { deleteOldNotices } from './inbox.ts';

/** Deletes notices that were applied long ago. */
export function providerJobs(app: App): Job[] {
  return [
    {
      name: 'old notices',
      everyMs: 10 * MINUTE_MS,
      turn: whileSteady(app.db, () => deleteOldNotices(app.db, app.config.retentionDays)),
    },
  ];
}
