import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { bulkheadJob } from '../platform/bulkhead.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices } from '../provider/apply-notices.ts';
import type { Connection } from '../provider/connection.ts';
import type { Notice } from '../provider/inbox.ts';
import { findOrphans } from './find-orphans.ts';
import { lookAtDeposits } from './look-at-deposits.ts';
import { openNoticeHandler } from './open-notice-handler.ts';
import type { OpenDeposit } from './store.ts';
import { watchOrphans } from './watch-orphans.ts';

export function depositJobs(app: App): Job[] {
  const handler = openNoticeHandler(app);
  const noticesCutShort = new Set<Notice>();
  const cutShort = new Set<OpenDeposit>();
  return [
    bulkheadJob<Mode>(app.log, { name: 'deposit notices', everyMs: 100 }, (bulkhead) =>
      applyNotices(app, handler, bulkhead, noticesCutShort),
    ),
    bulkheadJob<Connection>(app.log, { name: 'deposit looks', everyMs: 1_000 }, (bulkhead) =>
      lookAtDeposits(app, bulkhead, cutShort),
    ),
    {
      name: 'deposit orphans',
      everyMs: 10_000,
      turn: async () => {
        await findOrphans(app);
        await watchOrphans(app);
        return false;
      },
    },
  ];
}
