import type { App } from '../app.ts';
import { insertTransactions, type NewTransaction } from '../chain/store.ts';
import { failpoint } from '../failpoint.ts';
import { insertNotices } from '../notices/store.ts';
import type { OwedNotice } from '../notices/notice.ts';
import { getPartners } from '../partners/store.ts';
import type { Tx } from '../platform/database.ts';
import { takeDueSteps } from '../steps/store.ts';
import { advance, type Charge, type ChargeStatus } from './charge.ts';
import { settleCharge } from './settle-charge.ts';
import { lockDueCharges, saveCharges } from './store.ts';
import { noticesOfCharge } from './compose-notices.ts';

const BATCH = 100;

/** Advances charges that are due. @returns how many steps were taken */
export async function advanceCharges(app: App, tx: Tx): Promise<number> {
  const due = await lockDueCharges(tx, BATCH);
  if (due.length === 0) return 0;
  const charges = new Map(due.map((charge) => [charge.id, charge]));
  const partners = await getPartners(app, tx, due);
  const steps = await takeDueSteps(tx, [...charges.keys()]);
  const notices: OwedNotice[] = [];
  const transactions: NewTransaction[] = [];
  for (const { subject, status } of steps) {
    const before = charges.get(subject);
    const partner = before && partners.get(before.partner);
    if (!partner) continue;
    // Steps are only ever planned with a charge's status.
    const advanced: Charge = advance(before, status as ChargeStatus);
    const settled = isSettled(before, advanced) ? await settleCharge(app, advanced) : undefined;
    const charge = settled ? { ...advanced, blockchainTxId: settled.transaction.txId } : advanced;
    if (settled?.isMade) transactions.push(settled.transaction);
    charges.set(subject, charge);
    notices.push(...noticesOfCharge(partner, charge));
  }
  await saveCharges(tx, [...charges.values()]);
  await insertTransactions(tx, transactions);
  await insertNotices(tx, notices);
  failpoint('sandbox.within-step');
  return steps.length;
}

const isSettled = (before: Charge, after: Charge): boolean =>
  after.status === 'depix_sent' && before.status !== 'depix_sent';
