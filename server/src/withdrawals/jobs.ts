import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { bulkheadJob } from '../platform/bulkhead.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices, type NoticeHandler } from '../provider/apply-notices.ts';
import { type Notice, TRIES_WHILE_BEHIND } from '../provider/inbox.ts';
import { lookAtWithdrawals } from './look-at-withdrawals.ts';
import { readBack } from './read-back.ts';
import { findByProviderRef, type OpenWithdrawal } from './store.ts';
import type { Statuses } from './settle-withdrawal.ts';

export function withdrawalJobs(app: App): Job[] {
  const handler: NoticeHandler = {
    kinds: ['withdraw'],
    find: (mode, ref) => findByProviderRef(app.db, mode, ref),
    settle: async (target, notices) => {
      const statuses = await readBack(app, target, 'provider_webhook');
      return !notices.some((notice) => isAhead(notice, statuses));
    },
  };
  const noticesCutShort = new Set<Notice>();
  const cutShort = new Set<OpenWithdrawal>();
  return [
    bulkheadJob<Mode>(app.log, { name: 'withdrawal notices', everyMs: 100 }, (bulkhead) =>
      applyNotices(app, handler, bulkhead, noticesCutShort),
    ),
    bulkheadJob<Mode>(app.log, { name: 'withdrawal looks', everyMs: 1_000 }, (bulkhead) =>
      lookAtWithdrawals(app, bulkhead, cutShort),
    ),
  ];
}

/** Closed withdrawals are rarely polled, so a notice that is ahead of the reading is kept. */
function isAhead({ status: reported, tries }: Notice, statuses: Statuses | undefined): boolean {
  if (!statuses || tries > TRIES_WHILE_BEHIND) return false;
  const { status, providerStatus } = statuses;
  if (reported === 'sending') {
    // A refund follows on sending, so after one the notice is only late.
    if (status === 'FAILED') return providerStatus === 'canceled' || providerStatus === 'error';
    return status === 'EXPIRED' && providerStatus === 'unsent';
  }
  if (reported === 'sent') return status === 'FAILED' || status === 'EXPIRED';
  const isReturned = reported === 'refunded' || reported === 'canceled';
  return isReturned && status === 'COMPLETED' && providerStatus === 'sent';
}
