import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { alertOnce } from '../operator-alerts/alert-once.ts';
import { batched } from '../platform/batch.ts';
import type { Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { recordSteps } from '../provider/record-steps.ts';
import { refuseStep } from '../provider/refuse-step.ts';
import { requestTimeOf } from '../provider/settlement.ts';
import { recordReversal } from '../reversals/record-reversal.ts';
import type { DepositStatus } from './deposit.ts';
import { type DepositNews, isNews, type Settlement, settlementOf } from './settlement.ts';
import {
  lockDeposit,
  type LockedDeposit,
  lockFreeDeposits,
  moveSums,
  openChecks,
  writeSettlements,
} from './settlement-store.ts';
import { type DepositKey, hintChanges, MOST_TOGETHER } from './store.ts';
import { depositStatus } from './view.ts';

/**
 * Applies news: status, history, alert, events, deliveries and sums commit together or not at all.
 * @returns the status it leaves the deposit in; undefined when there is no such deposit.
 */
export async function settleDeposit(
  app: App,
  environmentId: EnvironmentId,
  id: string,
  news: DepositNews,
): Promise<DepositStatus | undefined> {
  const together = await settleTogether(app.db, { app, environmentId, id, news });
  const status =
    together ?? (await app.db.begin((tx) => settleWithin(tx, app, environmentId, id, news)));
  failpoint('settle.after-commit');
  return status;
}

/** The same, within a transaction that writes more. */
export async function settleWithin(
  tx: Tx,
  app: App,
  environmentId: EnvironmentId,
  id: string,
  news: DepositNews,
): Promise<DepositStatus | undefined> {
  const begunAt = performance.now();
  const found = await lockDeposit(tx, app, { environmentId, id });
  if (!found) return undefined;
  const settlement = evaluate(app, found, news, begunAt);
  await settleAll(tx, app, [settlement]);
  return settlement.after.status;
}

interface QueuedNews extends DepositKey {
  readonly app: App;
  readonly news: DepositNews;
}

/**
 * Settles simultaneous news of many deposits in one transaction. A deposit that is locked by
 * another transaction, or that has news twice, is left out, so that the others need not wait for
 * it.
 * @returns the status, or undefined for a deposit that was left out
 */
const settleTogether = batched<QueuedNews, DepositStatus | undefined>(async (db, all) => {
  const [first] = all;
  if (!first) return [];
  return db.begin(async (tx) => {
    const begunAt = performance.now();
    const found = await lockFreeDeposits(tx, first.app, all);
    const free = new Map<string, LockedDeposit>(found.map((deposit) => [deposit.id, deposit]));
    const settlements = all.map(({ app, environmentId, id, news }) => {
      const deposit = free.get(id);
      if (deposit?.environmentId !== environmentId) return undefined;
      free.delete(id);
      return evaluate(app, deposit, news, begunAt);
    });
    await settleAll(
      tx,
      first.app,
      settlements.filter((settlement) => settlement !== undefined),
    );
    return settlements.map((settlement) => settlement?.after.status);
  });
}, MOST_TOGETHER);

/** @param begunAt when the transaction began, which is `now`, by `performance.now()` */
function evaluate(
  app: App,
  { now, acceptedBefore, paymentFiled, ...deposit }: LockedDeposit,
  news: DepositNews,
  begunAt: number,
): Settlement {
  const { confirmOn } = app.config;
  const requestedAt = requestTimeOf(news, now, begunAt);
  return settlementOf(deposit, news, { acceptedBefore, paymentFiled, confirmOn, now, requestedAt });
}

/** Writes settlements of distinct, locked deposits with one statement per table. */
async function settleAll(tx: Tx, app: App, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  await openChecks(tx, settlements);
  await writeSettlements(tx, settlements);
  failpoint('settle.within');
  await recordSteps(tx, app, settlements, depositStatus);
  for (const settlement of settlements) await recordFindings(tx, app, settlement);
  await hintChanges(
    tx,
    settlements.filter(isNews).map(({ after }) => after),
  );
  await moveSums(tx, settlements);
  failpoint('settle.before-commit');
}

/** Records refused steps, reversals and alerts; few settlements have any. */
async function recordFindings(tx: Tx, app: App, settlement: Settlement): Promise<void> {
  const { before, after: deposit, news, now, refused, alert, reversed } = settlement;
  const { reading, med, cause } = news;
  if (refused) refuseStep(app, 'deposit', deposit.id, { from: before.status, to: refused, cause });
  if (reversed) await recordReversal(tx, app, { deposit, reading, med, now });
  if (!alert) return;
  const { environmentId, id: subject } = deposit;
  // Every look finds a charge still unsettled or paid short; it must not alert each time.
  await alertOnce(tx, app, { environmentId, kind: alert, subject, detail: reading.raw });
}
