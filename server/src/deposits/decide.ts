import { DAY_MS } from '../durations.ts';
import type { ChargeReading, ChargeStatus } from '../provider/port.ts';
import { allowedSteps, refusedStatus } from '../step.ts';
import {
  type Deposit,
  DEPOSIT_STEPS,
  type DepositFailure,
  type DepositStatus,
  type DepositStep,
} from './deposit.ts';

/** A provider's error may still resolve itself; only after this long is it believed. */
export const ERROR_HOLD_MS = DAY_MS;

/** The longest delay that can be ordered, plus a day. */
const LONGEST_DELAY_MS = 31 * DAY_MS;

/**
 * The longest the provider says it takes to send the stablecoin for an accepted payment. How long a
 * review may take it does not say, but meanwhile it has the payer's money.
 */
const SENT_WITHIN_MS: Readonly<Partial<Record<ChargeStatus, number>>> = {
  under_review: 7 * DAY_MS,
  approved: DAY_MS,
  delayed: LONGEST_DELAY_MS,
  // It often names the transaction later, and when it sent it is not known.
  depix_sent: LONGEST_DELAY_MS,
};
const TAKEN_BACK_WITHIN_MS: typeof SENT_WITHIN_MS = { pending: DAY_MS, under_review: DAY_MS };

/**
 * How long this status may last without a transaction; undefined if it may for ever. A charge may
 * be reported as unpaid for ever, unless its payment was accepted before.
 */
export function sentWithinMs(status: ChargeStatus, wasAccepted: boolean): number | undefined {
  return (wasAccepted ? TAKEN_BACK_WITHIN_MS[status] : undefined) ?? SENT_WITHIN_MS[status];
}

export const ACCEPTED: readonly ChargeStatus[] = ['approved', 'delayed', 'depix_sent'];
const REVERSED: readonly ChargeStatus[] = ['will_refund', 'refunded'];

/** @param status the status the provider reported; null if it reported none */
export function isAccepted(status: string | null): boolean {
  return ACCEPTED.some((accepted) => accepted === status);
}

/** Whether the status says that the money is going, or has gone, back to the payer. */
export function isReversed(status: string | null): boolean {
  return REVERSED.some((reversed) => reversed === status);
}

export function impliesPayment(status: string | null): boolean {
  return isAccepted(status) || isReversed(status);
}

/** Everything that is known when news of a deposit is judged. */
export interface Known {
  readonly reading: ChargeReading;
  /** Whether any earlier news from the provider said that the payment was accepted. */
  readonly acceptedBefore: boolean;
  /** Whether a filed notice shows a payment by more than its status. */
  readonly paymentFiled: boolean;
  /** Whether the provider filed a MED against the payment. */
  readonly med: boolean;
  readonly confirmOn: 'accepted' | 'depix_sent';
  readonly now: Date;
}

export type DepositAlert =
  'paid_short' | 'paid_over' | 'unknown_status' | 'unbelievable_news' | 'charge_unsettled';

export interface Decision {
  /** In order; each is allowed from where the previous one leads. */
  readonly steps: readonly DepositStep[];
  /** The status that the news asked for and that no step allows. */
  readonly refused: DepositStatus | undefined;
  readonly failureReason: DepositFailure | null;
  readonly heldSince: Date | null;
  readonly alert: DepositAlert | undefined;
}

/** Judges news from the provider. Pure; the order in which news arrives does not matter. */
export function decide(deposit: Deposit, known: Known): Decision {
  const { status } = known.reading;
  const wanted = wantedSteps(deposit, known);
  const steps = allowedSteps(DEPOSIT_STEPS, deposit.status, wanted);
  return {
    steps,
    refused: refusedStatus(DEPOSIT_STEPS, deposit.status, wanted, steps),
    failureReason: steps.includes('fail') ? failureOf(known.reading) : null,
    heldSince: status === 'error' ? (deposit.heldSince ?? known.now) : null,
    alert: alertOf(deposit, known, wanted),
  };
}

function wantedSteps(deposit: Deposit, known: Known): DepositStep[] {
  const { reading, med, now } = known;
  if (isReversed(reading.status) || (med && isShownPaid(deposit, reading))) {
    const passesConfirmed = wasAccepted(known) && !wasPaidShort(deposit, reading);
    const unconfirmed = deposit.status === 'PENDING' || deposit.status === 'FAILED';
    return passesConfirmed && unconfirmed ? ['confirm', 'refund'] : ['refund'];
  }
  switch (reading.status) {
    case 'approved':
    case 'delayed':
    case 'depix_sent':
      return isConfirming(known) && !isPaidShort(deposit, reading) ? ['confirm'] : [];
    case 'expired':
    case 'canceled':
      return ['fail'];
    case 'error':
      return heldLongEnough(deposit, now) ? ['fail'] : [];
    case 'pending':
    case 'under_review':
    case 'will_refund':
    case 'refunded':
    case 'unknown':
      return [];
  }
}

function wasAccepted({ reading, acceptedBefore, paymentFiled, med }: Known): boolean {
  const paid = isAccepted(reading.status) || reading.blockchainTxId !== undefined;
  // A dispute alone is only a claim; together with a refund it proves that the charge was paid.
  return paid || acceptedBefore || ((med || paymentFiled) && isReversed(reading.status));
}

/** By what was read of the charge, now or before: notices alone prove no payment. */
function isShownPaid(deposit: Deposit, { status, blockchainTxId }: ChargeReading): boolean {
  if (isAccepted(status) || blockchainTxId !== undefined) return true;
  return wasPaid(deposit) || deposit.blockchainTxId !== null;
}

function isConfirming({ reading, confirmOn }: Known): boolean {
  return confirmOn === 'accepted' || reading.status === 'depix_sent';
}

function isPaidShort(deposit: Deposit, reading: ChargeReading): boolean {
  return reading.valueCents < deposit.totalCents;
}

/** A refund may report the charged amount; the amount paid was reported earlier. */
function wasPaidShort(deposit: Deposit, reading: ChargeReading): boolean {
  return Math.min(deposit.paidCents ?? Infinity, reading.valueCents) < deposit.totalCents;
}

function heldLongEnough(deposit: Deposit, now: Date): boolean {
  return deposit.heldSince !== null && now.getTime() - deposit.heldSince.getTime() >= ERROR_HOLD_MS;
}

function failureOf(reading: ChargeReading): DepositFailure {
  if (reading.status === 'expired') return 'expired';
  if (reading.status === 'error') return 'provider_error';
  return reading.reasons.includes('BLOCKED_USER') ? 'payer_declined' : 'canceled';
}

function alertOf(
  deposit: Deposit,
  known: Known,
  wanted: readonly DepositStep[],
): DepositAlert | undefined {
  const { reading, med } = known;
  if (reading.status === 'unknown') return 'unknown_status';
  // Even if earlier news makes the MED credible: the provider itself shows no payment now.
  if (med && !impliesPayment(reading.status)) return 'unbelievable_news';
  if (wanted.includes('fail') && isShownPaid(deposit, reading)) return 'unbelievable_news';
  if (isUnsettled(deposit, known)) return 'charge_unsettled';
  if (!isAccepted(reading.status)) return undefined;
  // Money arrived after, or was first reported after, the refund: nobody else would notice it.
  const wasKnown = isAccepted(deposit.providerStatus);
  if (deposit.status === 'REFUNDED' && !wasKnown) return 'unbelievable_news';
  if (reading.valueCents === deposit.totalCents) return undefined;
  return isPaidShort(deposit, reading) ? 'paid_short' : 'paid_over';
}

/** Whether its payment was accepted, even if it did not confirm the deposit. */
function wasPaid({ status, paidCents }: Deposit): boolean {
  return status === 'CONFIRMED' || paidCents !== null;
}

/** Whether the provider repeats its last status although it should have paid out long ago. */
function isUnsettled(deposit: Deposit, { reading, now }: Known): boolean {
  const mostMs = sentWithinMs(reading.status, wasPaid(deposit));
  const isSent = deposit.blockchainTxId !== null || reading.blockchainTxId !== undefined;
  const isKept = deposit.status !== 'REFUNDED' && deposit.providerStatus === reading.status;
  if (mostMs === undefined || isSent || !isKept) return false;
  return now.getTime() - (deposit.confirmedAt ?? deposit.createdAt).getTime() > mostMs;
}
