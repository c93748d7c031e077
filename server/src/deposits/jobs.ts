import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices } from '../provider/apply-notices.ts';
import { findOrphans } from './find-orphans.ts';
import { lookAtDeposits } from './look-at-deposits.ts';
import { openNoticeTaker } from './open-notice-taker.ts';
import { watchOrphans } from './watch-orphans.ts';

export function depositJobs(app: App): Job[] {
  const taker = openNoticeTaker(app);
  return [
    { name: 'deposit notices', everyMs: 100, turn: () => applyNotices(app, taker) },
    { name: 'deposit looks', everyMs: 1_000, turn: () => lookAtDeposits(app) },
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
