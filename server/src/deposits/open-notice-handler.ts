import type { App } from '../app.ts';
import { alertOnce } from '../operator-alerts/alert-once.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { parseJson } from '../platform/json.ts';
import type { NoticeHandler, NoticeTarget } from '../provider/apply-notices.ts';
import { type Notice, openNotice, TRIES_WHILE_BEHIND } from '../provider/inbox.ts';
import type { MedNotice } from '../provider/port.ts';
import { isAccepted, isReversed } from './decide.ts';
import type { DepositStatus } from './deposit.ts';
import { readBack } from './read-back.ts';
import { findByProviderRef } from './store.ts';

/** Finds, reads back and settles the deposits that notices are about. */
export function openNoticeHandler(app: App): NoticeHandler {
  return {
    kinds: ['deposit', 'med'],
    find: (mode, ref) => findByProviderRef(app.db, { mode, ref }),
    settle: async (target, notices) => {
      const reports = notices.filter(({ kind }) => kind === 'med');
      const readable = await Promise.all(reports.map((filed) => readMed(app, target, filed)));
      const meds = readable.filter((med) => med !== undefined);
      let status = await readBack(app, target, 'provider_webhook', meds[0]);
      // Another report of the same payment may contain what the first one left out.
      for (const med of meds.slice(1))
        status = await readBack(app, target, 'provider_webhook', med);
      // A MED that overtook news of the payment itself, or that cannot be read yet, waits.
      if (reports.length > 0) return status === 'REFUNDED';
      return !notices.some((notice) => isAhead(notice, status));
    },
  };
}

/** Closed deposits are no longer polled, so a notice that is ahead of the reading is kept. */
function isAhead({ status: reported, tries }: Notice, status: DepositStatus | undefined): boolean {
  if (tries > TRIES_WHILE_BEHIND) return false;
  if (isReversed(reported)) return status === 'CONFIRMED' || status === 'FAILED';
  return isAccepted(reported) && status === 'FAILED';
}

async function readMed(
  app: App,
  target: NoticeTarget,
  filed: Notice,
): Promise<MedNotice | undefined> {
  const text = openNotice(app, filed);
  const med = app.providerOf(target)?.readMed(parseJson(text));
  if (med?.unread.length === 0) return med;
  const { environmentId, id } = target;
  const about = { kind: 'nonsense_answer', subject: `med ${id}`, detail: text } as const;
  // A partly readable MED is applied, and alerts an operator only once.
  const raise = med ? alertOnce : raiseAlert;
  await raise(app.db, app, { environmentId, ...about, noticeId: filed.id });
  return med;
}
