import { expirationIn } from '../provider/expiration.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import type { News, SettlementOf } from '../provider/settlement.ts';
import { isStale } from '../step.ts';
import { decide, type DepositAlert, isAccepted, isReversed, type Known } from './decide.ts';
import {
  type Deposit,
  DEPOSIT_STEPS,
  type DepositFailure,
  type DepositStep,
  type DepositSums,
  sumsChange,
} from './deposit.ts';

export interface DepositNews extends News<ChargeReading> {
  readonly med?: MedNotice | undefined;
}

/** Everything that news does to a deposit, before any of it is written. */
export interface Settlement extends SettlementOf<Deposit> {
  readonly news: DepositNews;
  readonly alert: DepositAlert | undefined;
  /** Whether it reports a reversal, even one already known, of which it may say more. */
  readonly reversed: boolean;
  readonly sums: DepositSums | undefined;
}

interface Circumstances extends Omit<Known, 'reading' | 'med'> {
  /** When the provider was asked, on the same clock. */
  readonly requestedAt: Date;
}

/** Pure: what this news makes of a deposit. */
export function settlementOf(
  before: Deposit,
  news: DepositNews,
  { requestedAt, ...circumstances }: Circumstances,
): Settlement {
  const { reading, med, cause } = news;
  const { now } = circumstances;
  const known = { ...circumstances, reading, med: med !== undefined };
  const decision = decide(before, known);
  const { steps, failureReason } = decision;
  // A reading older than the last settled one still adds facts, but contradicts nothing.
  const isOld = steps.length === 0 && isStale(before.updatedAt, requestedAt, now);
  const { heldSince } = isOld ? before : decision;
  const { refused, alert } = isOld ? NO_FINDINGS : decision;
  const paidCents = paidCentsOf(before, reading, steps.includes('confirm'));
  let after: Deposit = { ...before, ...factsOf(before, news, heldSince), paidCents };
  if (isOld) after = { ...after, providerStatus: before.providerStatus };
  const taken = steps.map((step) => {
    const from = after.status;
    after = afterStep(after, step, failureReason, now);
    return { from, to: after.status, cause, event: DEPOSIT_STEPS[step].event, after };
  });
  const reportsReversal = med !== undefined || isReversed(reading.status);
  return {
    before,
    after,
    news,
    now,
    steps: taken,
    refused,
    alert,
    reversed: reportsReversal && after.status === 'REFUNDED',
    sums: sumsChange(before.status, after.status, after.netCents),
  };
}

const NO_FINDINGS = { refused: undefined, alert: undefined } as const;

/** Most looks find nothing new, and are no news to anybody. */
export function isNews({ before, after, news }: Settlement): boolean {
  return (
    news.med !== undefined ||
    isReversed(news.reading.status) ||
    before.status !== after.status ||
    before.providerStatus !== after.providerStatus ||
    before.paidCents !== after.paidCents ||
    before.blockchainTxId !== after.blockchainTxId ||
    before.expiresAt.getTime() !== after.expiresAt.getTime()
  );
}

type Facts = Pick<Deposit, 'providerStatus' | 'blockchainTxId' | 'heldSince' | 'expiresAt'>;

/** The facts after a reading: the first ones stay, since later ones may be of another payment. */
function factsOf(deposit: Deposit, { reading, cause }: DepositNews, heldSince: Date | null): Facts {
  return {
    // What an operator says is not the provider's status, which the list is compared with.
    providerStatus: cause === 'operator' ? deposit.providerStatus : reading.status,
    blockchainTxId: deposit.blockchainTxId ?? reading.blockchainTxId ?? null,
    heldSince,
    expiresAt: expirationIn(reading, deposit),
  };
}

/** The first amount is kept too, unless a later one confirms a deposit that was paid short. */
function paidCentsOf(
  { paidCents, totalCents }: Deposit,
  { status, valueCents }: ChargeReading,
  isConfirmed: boolean,
): Deposit['paidCents'] {
  if (isConfirmed && (paidCents ?? 0) < totalCents) return valueCents;
  return paidCents ?? (isAccepted(status) ? valueCents : null);
}

function afterStep(
  deposit: Deposit,
  step: DepositStep,
  reason: DepositFailure | null,
  at: Date,
): Deposit {
  const { to } = DEPOSIT_STEPS[step];
  return {
    ...deposit,
    status: to,
    updatedAt: at,
    confirmedAt: to === 'CONFIRMED' ? at : deposit.confirmedAt,
    failedAt: to === 'FAILED' ? at : deposit.failedAt,
    refundedAt: to === 'REFUNDED' ? at : deposit.refundedAt,
    failureReason: to === 'FAILED' ? reason : null,
  };
}
