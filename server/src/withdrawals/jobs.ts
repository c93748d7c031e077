import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices, type NoticeTaker } from '../provider/apply-notices.ts';
import { lookAtWithdrawals } from './look-at-withdrawals.ts';
import { readBack } from './read-back.ts';
import { findByProviderRef } from './store.ts';

export function withdrawalJobs(app: App): Job[] {
  const taker: NoticeTaker = {
    kinds: ['withdraw'],
    find: (mode, ref) => findByProviderRef(app.db, mode, ref),
    settle: async (target) => {
      await readBack(app, target, 'provider_webhook');
      return true;
    },
  };
  return [
    { name: 'withdrawal notices', everyMs: 100, turn: () => applyNotices(app, taker) },
    { name: 'withdrawal looks', everyMs: 1_000, turn: () => lookAtWithdrawals(app) },
  ];
}
