import type { App } from '../app.ts';
import { notifyChange } from '../changes/notify-change.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { alertOnce } from '../operator-alerts/alert-once.ts';
import { refuseStep } from '../provider/refuse-step.ts';
import type { PayoutAnswer, PayoutReading } from '../provider/port.ts';
import { type Cause, recordTransitions } from '../provider/transition.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import { decide } from './decide.ts';
import { factsOf, lockWithdrawal, moveWithdrawal, scheduleLook, updateFacts } from './store.ts';
import { keepReceipt } from './receipt.ts';
import { notifyManagers } from './notify-managers.ts';
import { withdrawalStatus } from './view.ts';
import {
  type Withdrawal,
  WITHDRAWAL_STEPS,
  type WithdrawalFailure,
  type WithdrawalStep,
} from './withdrawal.ts';

/** Our status and the one that the provider last reported. */
export type Statuses = Pick<Withdrawal, 'status' | 'providerStatus'>;

/** What the provider says about a payout when asked, and why we asked. */
export interface WithdrawalNews {
  readonly reading: PayoutAnswer;
  readonly cause: Cause;
  /** When we asked, by `performance.now()`; if absent, just now. */
  readonly requestedAt?: number;
}

/**
 * Applies news: status, history, events and deliveries commit together or not at all.
 * @returns the status afterwards; undefined if there is no such withdrawal
 */
export async function settleWithdrawal(
  app: App,
  environmentId: EnvironmentId,
  id: string,
  news: WithdrawalNews,
): Promise<Statuses | undefined> {
  const statuses = await app.db.begin(async (tx) => {
    // `now` is when the transaction began, so measure before waiting for the row lock.
    const begunAt = performance.now();
    const found = await lockWithdrawal(tx, app, environmentId, id);
    if (!found) return undefined;
    const { now, ...before } = found;
    const requestedAt = new Date(now.getTime() - (begunAt - (news.requestedAt ?? begunAt)));
    const reading = completed(news.reading, before);
    const decision = decide(before, reading, now, requestedAt);
    const { steps, refused, failureReason, alerts } = decision;
    if (refused) {
      const { cause } = news;
      refuseStep(app, 'withdrawal', id, { from: before.status, to: refused, cause });
    }

    const facts = factsOf(before, reading, decision);
    await updateFacts(tx, before, facts);
    const hasNewReceipt = await keepReceipt(tx, app, before, reading.receiptUrl);
    let withdrawal: Withdrawal = { ...before, ...facts };
    for (const step of steps) {
      withdrawal = await takeStep(tx, app, withdrawal, step, failureReason, news, now);
    }
    for (const kind of alerts) {
      await alertOnce(tx, app, { environmentId, kind, subject: id, detail: news.reading.raw });
    }
    await scheduleLook(tx, environmentId, id);
    const { status, providerStatus } = withdrawal;
    if (hasNewReceipt || hasChanged(before, withdrawal)) {
      notifyChange(tx, { environmentId, kind: 'withdrawal', id, status });
    }
    failpoint('settle.before-commit');
    return { status, providerStatus };
  });
  failpoint('settle.after-commit');
  return statuses;
}

/** Fills in what the answer leaves out with what is already known. */
function completed(answer: PayoutAnswer, known: Withdrawal): PayoutReading {
  const { depositAddress = known.depositAddress, expiresAt = known.expiresAt } = answer;
  return { ...answer, depositAddress, expiresAt };
}

/** Most looks find nothing new, and are no news to anybody. */
function hasChanged(before: Withdrawal, after: Withdrawal): boolean {
  return (
    before.status !== after.status ||
    before.providerStatus !== after.providerStatus ||
    before.blockchainTxId !== after.blockchainTxId ||
    before.pixEndToEndId !== after.pixEndToEndId
  );
}

async function takeStep(
  tx: Tx,
  app: App,
  withdrawal: Withdrawal,
  step: WithdrawalStep,
  reason: WithdrawalFailure | null,
  news: WithdrawalNews,
  at: Date,
): Promise<Withdrawal> {
  const { from, to, event } = WITHDRAWAL_STEPS[step];
  const moved = await moveWithdrawal(tx, withdrawal, from, to, reason, at);
  if (!moved) throw new Error(`step ${step} is not allowed from ${withdrawal.status}`);
  const after = { ...withdrawal, ...moved, updatedAt: at };
  const { environmentId, id } = withdrawal;
  const cause = step === 'expire' ? 'clock' : news.cause;
  const { raw } = news.reading;
  await recordTransitions(tx, app, [
    { environmentId, resourceId: id, from: withdrawal.status, to, cause, raw, at },
  ]);
  if (event !== undefined) {
    const data = withdrawalStatus(after);
    await recordEvent(tx, { environmentId, kind: event, resourceId: id, data, at });
  }
  await notifyManagers(tx, app, after);
  return after;
}
