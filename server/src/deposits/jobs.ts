import type { App, Tenant } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices, type NoticeTaker } from '../provider/apply-notices.ts';
import type { Notice } from '../provider/inbox.ts';
import type { MedNotice } from '../provider/port.ts';
import { findOrphans } from './find-orphans.ts';
import { lookAtDeposits } from './look-at-deposits.ts';
import { readBack } from './read-back.ts';
import { findByProviderRef } from './store.ts';

export function depositJobs(app: App): Job[] {
  const taker = noticeTaker(app);
  return [
    { name: 'deposit notices', everyMs: 100, turn: () => applyNotices(app, taker) },
    { name: 'deposit looks', everyMs: 1_000, turn: () => lookAtDeposits(app) },
    { name: 'deposit orphans', everyMs: 10_000, turn: () => findOrphans(app) },
  ];
}

function noticeTaker(app: App): NoticeTaker {
  return {
    kinds: ['deposit', 'med'],
    find: (mode, ref) => findByProviderRef(app.db, mode, ref),
    settle: async (target, notices) => {
      const med = medAmong(app, target, notices);
      const status = await readBack(app, target, 'provider_webhook', med);
      // A MED that overtook the payment's own news waits for it.
      return med === undefined || status === 'REFUNDED';
    },
  };
}

function medAmong(app: App, tenant: Tenant, notices: readonly Notice[]): MedNotice | undefined {
  const notice = notices.find(({ kind }) => kind === 'med');
  return notice && app.providerOf(tenant)?.readMed(JSON.parse(notice.body));
}
