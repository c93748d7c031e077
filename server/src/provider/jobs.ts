import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { forgetNotices } from './inbox.ts';

/** Puts away what the provider told us long ago. */
export function providerJobs(app: App): Job[] {
  return [
    {
      name: 'old notices',
      everyMs: 600_000,
      turn: () => forgetNotices(app.db, app.config.retentionDays),
    },
  ];
}
