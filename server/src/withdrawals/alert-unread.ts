import type { App } from '../app.ts';
import { DAY_MS } from '../durations.ts';
import { alertOnce } from '../operator-alerts/alert-once.ts';
import type { NoticeTarget } from '../provider/apply-notices.ts';
import { isUnsettled } from './decide.ts';
import { lockWithdrawal } from './settlement-store.ts';

/** The provider is sometimes away for hours; that alone is no reason to alert per withdrawal. */
const ALERT_AFTER_MS = DAY_MS;

/**
 * Alerts operators to an open withdrawal whose payout the provider denies, or that cannot be read
 * long after its expiry. Its status does not change: its address may have been funded, and a
 * merchant told FAILED or EXPIRED would pay twice.
 */
export async function alertUnread(
  app: App,
  { environmentId, id, ref }: NoticeTarget,
  kind: 'payout_denied' | 'payout_unread',
): Promise<void> {
  await app.db.begin(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, app, environmentId, id);
    if (!withdrawal) return;
    const { status, now, expiresAt } = withdrawal;
    if (status !== 'PENDING' && status !== 'PROCESSING') return;
    const isUnread = kind === 'payout_unread';
    const detail = JSON.stringify({ ref, status });
    if (isUnread && isUnsettled(withdrawal, now)) {
      await alertOnce(tx, app, { environmentId, kind: 'payout_unsettled', subject: id, detail });
    }
    const isEarly = now.getTime() - expiresAt.getTime() < ALERT_AFTER_MS;
    if (isUnread && isEarly) return;
    await alertOnce(tx, app, { environmentId, kind, subject: id, detail });
  });
}
