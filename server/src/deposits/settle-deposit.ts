import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { raiseAlert } from '../provider/alert.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { type Cause, recordTransition } from '../provider/transition.ts';
import { recordReversal } from '../reversals/record-reversal.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import { decide, isAccepted, isReversed } from './decide.ts';
import {
  type Deposit,
  DEPOSIT_STEPS,
  type DepositFailure,
  type DepositStatus,
  type DepositStep,
  sumsChange,
} from './deposit.ts';
import {
  factsOf,
  hintChange,
  lockDeposit,
  moveDeposit,
  moveSums,
  scheduleLook,
  updateFacts,
} from './store.ts';
import { depositStatus } from './view.ts';

/** What the provider says of a charge when asked, and why we asked. */
export interface DepositNews {
  readonly reading: ChargeReading;
  readonly med?: MedNotice | undefined;
  readonly cause: Cause;
}

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
  const status = await app.db.begin((tx) => settleWithin(tx, app, environmentId, id, news));
  failpoint('settle.after-commit');
  return status;
}

/** The same, as part of a transaction that writes more. */
export async function settleWithin(
  tx: Tx,
  app: App,
  environmentId: EnvironmentId,
  id: string,
  news: DepositNews,
): Promise<DepositStatus | undefined> {
  const found = await lockDeposit(tx, app, environmentId, id);
  if (!found) return undefined;
  const { now, acceptedBefore, ...before } = found;
  const { confirmOn } = app.config;
  const { reading, med } = news;
  const evidence = { reading, acceptedBefore, med: med !== undefined, confirmOn, now };
  const { steps, failureReason, heldSince, alert } = decide(before, evidence);

  const paid = steps.includes('confirm') || isAccepted(reading.status);
  const facts = factsOf(before, reading, heldSince, paid);
  await updateFacts(tx, before, facts, reading.status);
  let deposit: Deposit = { ...before, ...facts, providerStatus: reading.status };
  for (const step of steps) {
    deposit = await takeStep(tx, app, deposit, step, failureReason, news, now);
  }
  // Also news of a reversal already known, which may tell more of it.
  const reversed = med !== undefined || isReversed(reading);
  if (reversed && deposit.status === 'REFUNDED')
    await recordReversal(tx, app, { deposit, reading, med, now });
  if (alert) {
    await raiseAlert(tx, app, { environmentId, kind: alert, subject: id, detail: reading.raw });
  }
  await scheduleLook(tx, environmentId, id);
  if (reversed || hasChanged(before, deposit)) await hintChange(tx, deposit);
  const change = sumsChange(before.status, deposit.status, deposit.netCents);
  if (change) await moveSums(tx, deposit, change);
  failpoint('settle.before-commit');
  return deposit.status;
}

/** Most looks find what was known, and are no news for anybody. */
function hasChanged(before: Deposit, after: Deposit): boolean {
  return (
    before.status !== after.status ||
    before.providerStatus !== after.providerStatus ||
    before.paidCents !== after.paidCents ||
    before.expiresAt.getTime() !== after.expiresAt.getTime()
  );
}

async function takeStep(
  tx: Tx,
  app: App,
  deposit: Deposit,
  step: DepositStep,
  reason: DepositFailure | null,
  news: DepositNews,
  at: Date,
): Promise<Deposit> {
  const { from, to, event } = DEPOSIT_STEPS[step];
  const moved = await moveDeposit(tx, deposit, from, to, step === 'fail' ? reason : null, at);
  if (!moved) throw new Error(`step ${step} is not allowed from ${deposit.status}`);
  const after = { ...deposit, ...moved, updatedAt: at };
  const { environmentId, id } = deposit;
  await recordTransition(tx, app, {
    environmentId,
    resourceId: id,
    from: deposit.status,
    to,
    cause: news.cause,
    raw: news.reading.raw,
    at,
  });
  await recordEvent(tx, {
    environmentId,
    kind: event,
    resourceId: id,
    data: depositStatus(after),
    at,
  });
  return after;
}
