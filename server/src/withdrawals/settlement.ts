import { expirationIn } from '../provider/expiration.ts';
import type { PayoutAnswer, PayoutReading } from '../provider/port.ts';
import type { News, SettlementOf } from '../provider/settlement.ts';
import { decide, type Decision, type WithdrawalAlert } from './decide.ts';
import {
  type Withdrawal,
  WITHDRAWAL_STEPS,
  type WithdrawalFailure,
  type WithdrawalStep,
} from './withdrawal.ts';

export type WithdrawalNews = News<PayoutAnswer>;

/** Everything that news does to a withdrawal, before any of it is written. */
export interface Settlement extends SettlementOf<Withdrawal> {
  readonly news: WithdrawalNews;
  readonly alerts: readonly WithdrawalAlert[];
}

/**
 * Pure: what this news makes of a withdrawal.
 * @param requestedAt when the provider was asked, on the same clock as `now`
 */
export function settlementOf(
  before: Withdrawal,
  news: WithdrawalNews,
  { now, requestedAt }: { readonly now: Date; readonly requestedAt: Date },
): Settlement {
  const reading = completed(news.reading, before);
  const decision = decide(before, reading, now, requestedAt);
  const { refused, failureReason, alerts } = decision;
  let after: Withdrawal = { ...before, ...factsOf(before, reading, decision) };
  const steps = decision.steps.map((step) => {
    const from = after.status;
    after = afterStep(after, step, failureReason, now);
    const cause = step === 'expire' ? 'clock' : news.cause;
    return { from, to: after.status, cause, event: WITHDRAWAL_STEPS[step].event, after };
  });
  return { before, after, news, now, steps, refused, alerts };
}

/** Most looks find nothing new, and are no news to anybody. */
export function isNews({ before, after }: Settlement): boolean {
  return (
    before.status !== after.status ||
    before.providerStatus !== after.providerStatus ||
    before.blockchainTxId !== after.blockchainTxId ||
    before.pixEndToEndId !== after.pixEndToEndId
  );
}

/** Fills in what the answer leaves out with what is already known. */
function completed(answer: PayoutAnswer, known: Withdrawal): PayoutReading {
  const { depositAddress = known.depositAddress } = answer;
  return { ...answer, depositAddress, expiresAt: expirationIn(answer, known) };
}

type Facts = Pick<
  Withdrawal,
  'blockchainTxId' | 'pixEndToEndId' | 'heldSince' | 'expiresAt' | 'providerStatus'
>;

/** The facts after a reading: known ids are kept, and an old reading replaces no newer status. */
function factsOf(
  { blockchainTxId, pixEndToEndId, providerStatus }: Withdrawal,
  reading: PayoutReading,
  { heldSince, isOld }: Decision,
): Facts {
  // `unsent` comes before every other status that we know, so it replaces none of those.
  const isEarlier = isOld || (reading.status === 'unsent' && providerStatus !== 'unknown');
  return {
    blockchainTxId: blockchainTxId ?? reading.blockchainTxId ?? null,
    pixEndToEndId: pixEndToEndId ?? reading.pixEndToEndId ?? null,
    heldSince,
    expiresAt: reading.expiresAt,
    providerStatus: isEarlier ? (providerStatus ?? reading.status) : reading.status,
  };
}

function afterStep(
  withdrawal: Withdrawal,
  step: WithdrawalStep,
  reason: WithdrawalFailure | null,
  at: Date,
): Withdrawal {
  const { to } = WITHDRAWAL_STEPS[step];
  const isUnderWay = to === 'PROCESSING' || to === 'COMPLETED';
  return {
    ...withdrawal,
    status: to,
    updatedAt: at,
    // A payout that was first seen when it was made began no later than that.
    processingAt: withdrawal.processingAt ?? (isUnderWay ? at : null),
    completedAt: to === 'COMPLETED' ? at : withdrawal.completedAt,
    failedAt: to === 'FAILED' ? at : withdrawal.failedAt,
    expiredAt: to === 'EXPIRED' ? at : withdrawal.expiredAt,
    failureReason: to === 'FAILED' ? reason : null,
  };
}
