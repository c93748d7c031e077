import type { App } from '../app.ts';
import { notifyChange } from '../changes/notify-change.ts';
import type { EnvironmentId } from '../ids.ts';
import { alertOnce } from '../operator-alerts/alert-once.ts';
import type { Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { recordSteps } from '../provider/record-steps.ts';
import { refuseStep } from '../provider/refuse-step.ts';
import { requestTimeOf } from '../provider/settlement.ts';
import { notifyManagers } from './notify-managers.ts';
import { keepReceipt } from './receipt.ts';
import { isNews, type Settlement, settlementOf, type WithdrawalNews } from './settlement.ts';
import { isPixOfAnother, lockWithdrawal, writeSettlement } from './settlement-store.ts';
import { withdrawalStatus } from './view.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Our status and the one that the provider last reported. */
export type Statuses = Pick<Withdrawal, 'status' | 'providerStatus'>;

/**
 * Applies news: status, history, alerts, events and deliveries commit together or not at all.
 * @returns the statuses it leaves the withdrawal in; undefined if there is no such withdrawal
 */
export async function settleWithdrawal(
  app: App,
  environmentId: EnvironmentId,
  id: string,
  news: WithdrawalNews,
): Promise<Statuses | undefined> {
  const statuses = await app.db.begin(async (tx) => {
    // `now` is when the transaction began, so measure before waiting for the row's lock.
    const begunAt = performance.now();
    const found = await lockWithdrawal(tx, app, environmentId, id);
    if (!found) return undefined;
    const { now, ...before } = found;
    const requestedAt = requestTimeOf(news, now, begunAt);
    const settlement = settlementOf(before, news, { now, requestedAt });
    await writeAll(tx, app, settlement);
    const { status, providerStatus } = settlement.after;
    return { status, providerStatus };
  });
  failpoint('settle.after-commit');
  return statuses;
}

async function writeAll(tx: Tx, app: App, settlement: Settlement): Promise<void> {
  const { before, after, news, steps, refused, alerts } = settlement;
  const { environmentId, id, status } = after;
  const { reading, cause } = news;
  if (refused) refuseStep(app, 'withdrawal', id, { from: before.status, to: refused, cause });
  // First, since the next look depends on whether there is a receipt.
  const hasNewReceipt = await keepReceipt(tx, app, after, reading.receiptUrl);
  await writeSettlement(tx, settlement);
  failpoint('settle.within');
  await recordSteps(tx, app, [settlement], withdrawalStatus);
  if (steps.length > 0) await notifyManagers(tx, app, after);
  const isNewPix = before.pixEndToEndId === null && after.pixEndToEndId !== null;
  const isOthersPix = isNewPix && (await isPixOfAnother(tx, after, after.pixEndToEndId));
  for (const kind of isOthersPix ? [...alerts, 'paid_out_differently' as const] : alerts) {
    await alertOnce(tx, app, { environmentId, kind, subject: id, detail: reading.raw });
  }
  if (hasNewReceipt || isNews(settlement)) {
    notifyChange(tx, { environmentId, kind: 'withdrawal', id, status });
  }
  failpoint('settle.before-commit');
}
