import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices, type NoticeTaker } from '../provider/apply-notices.ts';
import type { Notice } from '../provider/inbox.ts';
import type { MedNotice } from '../provider/port.ts';
import type { Cause } from '../provider/transition.ts';
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
      const status = await readBack(app, target, CAUSE, med);
      // A MED that overtook the payment's own news waits for it.
      return med === undefined || status === 'REFUNDED';
    },
  };
}

const CAUSE: Cause = 'provider_webhook';

function medAmong(
  app: App,
  tenant: { environmentId: EnvironmentId; mode: Mode },
  notices: readonly Notice[],
): MedNotice | undefined {
  const notice = notices.find(({ kind }) => kind === 'med');
  return notice && app.providerOf(tenant)?.readMed(JSON.parse(notice.body));
}
