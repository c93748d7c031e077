import type { App } from '../app.ts';
import { insertNotices } from '../notices/store.ts';
import type { OwedNotice } from '../notices/notice.ts';
import { getPartners } from '../partners/store.ts';
import type { Tx } from '../platform/database.ts';
import { takeDueSteps } from '../steps/store.ts';
import { lockDueWithdrawals, saveWithdrawals } from './store.ts';
import { noticesOfWithdrawal } from './compose-notices.ts';
import { advance, type WithdrawalStatus } from './withdrawal.ts';

const BATCH = 100;

/** Advances withdrawals that are due. @returns how many steps were taken */
export async function advanceWithdrawals(app: App, tx: Tx): Promise<number> {
  const due = await lockDueWithdrawals(tx, BATCH);
  if (due.length === 0) return 0;
  const withdrawals = new Map(due.map((withdrawal) => [withdrawal.id, withdrawal]));
  const partners = await getPartners(app, tx, due);
  const steps = await takeDueSteps(tx, [...withdrawals.keys()]);
  const notices: OwedNotice[] = [];
  for (const { subject, status } of steps) {
    const before = withdrawals.get(subject);
    const partner = before && partners.get(before.partner);
    if (!partner) continue;
    const receiptsUrl = partner.receiptsUrl ?? `${app.baseUrl()}/receipts`;
    const scene = { now: partner.now, receiptsUrl };
    // Steps are only ever planned with a withdrawal's status.
    const withdrawal = advance(before, status as WithdrawalStatus, scene);
    withdrawals.set(subject, withdrawal);
    notices.push(...noticesOfWithdrawal(partner, withdrawal));
  }
  await saveWithdrawals(tx, [...withdrawals.values()]);
  await insertNotices(tx, notices);
  return steps.length;
}
