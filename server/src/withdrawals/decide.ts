import type { PayoutReading } from '../provider/port.ts';
import { allowedSteps, isOutrun, refusedStatus } from '../step.ts';
import {
  type Withdrawal,
  WITHDRAWAL_STEPS,
  type WithdrawalFailure,
  type WithdrawalStatus,
  type WithdrawalStep,
} from './withdrawal.ts';

/** An error of the provider's may still be mended; only after this long is it believed. */
export const ERROR_HOLD_MS = 72 * 3_600_000;

/** How long the provider takes at most over money that has reached it. */
const SETTLED_WITHIN_MS = 24 * 3_600_000;

/** What the provider may leave out of a time. */
const ROUNDED_MS = 1_000;

export type WithdrawalAlert =
  | 'paying_out_late'
  | 'paid_out_late'
  | 'paid_out_differently'
  | 'returned_after_payout'
  | 'payout_unsettled'
  | 'unknown_status';

export interface Decision {
  /** In order; each is allowed from where the one before leads. */
  readonly steps: readonly WithdrawalStep[];
  /** What the news asked for, and cannot be. */
  readonly refused: WithdrawalStatus | undefined;
  readonly failureReason: WithdrawalFailure | null;
  readonly heldSince: Date | null;
  readonly alerts: readonly WithdrawalAlert[];
  /** Whether it leads nowhere, and was asked for before a later word was settled. */
  readonly isOld: boolean;
}

/**
 * Weighs the provider's word. Pure, and the same for whatever order the news came in.
 * @param askedAt when it was asked for, which may be a while ago
 */
export function decide(
  withdrawal: Withdrawal,
  reading: PayoutReading,
  now: Date,
  askedAt = now,
): Decision {
  const wanted = wantedSteps(withdrawal, reading, { now, askedAt });
  const steps = allowedSteps(WITHDRAWAL_STEPS, withdrawal.status, wanted);
  if (steps.length === 0 && isOutrun(withdrawal.updatedAt, askedAt, now)) {
    const { heldSince } = withdrawal;
    return { steps, refused: undefined, failureReason: null, heldSince, alerts: [], isOld: true };
  }
  return {
    steps,
    refused: refusedStatus(WITHDRAWAL_STEPS, withdrawal.status, wanted, steps),
    failureReason: steps.includes('fail') ? failureOf(reading) : null,
    heldSince: reading.status === 'error' ? (withdrawal.heldSince ?? now) : null,
    alerts: alertsOf(withdrawal, reading, wanted, now),
    isOld: false,
  };
}

function wantedSteps(
  withdrawal: Withdrawal,
  reading: PayoutReading,
  { now, askedAt }: { readonly now: Date; readonly askedAt: Date },
): readonly WithdrawalStep[] {
  switch (reading.status) {
    case 'sent':
      return withdrawal.status === 'EXPIRED' ? ['revive', 'complete'] : ['complete'];
    case 'sending':
      return ['process'];
    case 'unsent':
      if (reading.blockchainTxId !== undefined) return ['process'];
      return isExpired(reading, now, askedAt) ? ['expire'] : [];
    case 'canceled':
    case 'refunded':
      return ['fail'];
    case 'error':
      return heldLongEnough(withdrawal, now) ? ['fail'] : [];
    case 'unknown':
      return [];
  }
}

/** What was asked for before that may have been funded since. */
function isExpired({ expiresAt }: PayoutReading, now: Date, askedAt: Date): boolean {
  return now >= expiresAt && askedAt.getTime() + ROUNDED_MS >= expiresAt.getTime();
}

function heldLongEnough({ heldSince }: Withdrawal, now: Date): boolean {
  return heldSince !== null && now.getTime() - heldSince.getTime() >= ERROR_HOLD_MS;
}

function failureOf({ status }: PayoutReading): WithdrawalFailure {
  return status === 'canceled' || status === 'refunded' ? status : 'provider_error';
}

function alertsOf(
  withdrawal: Withdrawal,
  reading: PayoutReading,
  wanted: readonly WithdrawalStep[],
  now: Date,
): readonly WithdrawalAlert[] {
  const { status } = reading;
  const isClosed = withdrawal.status === 'FAILED' || withdrawal.status === 'EXPIRED';
  const isReturned = status === 'refunded' || status === 'canceled';
  // What failed after it expired was funded after it expired, and may be tried again.
  const isRetried = status === 'error' && withdrawal.status === 'EXPIRED';
  const all: readonly (readonly [WithdrawalAlert, boolean])[] = [
    ['unknown_status', status === 'unknown'],
    ['paying_out_late', isRetried || (isClosed && wanted.includes('process'))],
    ['paid_out_late', status === 'sent' && isClosed],
    // Before the money leaves there may be time: the address is still shown.
    ['paid_out_differently', !isReturned && !isAsOrdered(withdrawal, reading)],
    ['returned_after_payout', isReturned && withdrawal.status === 'COMPLETED'],
    ['payout_unsettled', !isReturned && status !== 'sent' && isUnsettled(withdrawal, now)],
  ];
  return all.flatMap(([alert, holds]) => (holds ? [alert] : []));
}

/** Whether the provider has had the money for so long that somebody should ask. */
export function isUnsettled({ status, processingAt }: Withdrawal, now: Date): boolean {
  const tookMs = now.getTime() - (processingAt ?? now).getTime();
  return status === 'PROCESSING' && tookMs >= SETTLED_WITHIN_MS;
}

/** The provider pays out what arrived, if it is nearly enough. */
function isAsOrdered(withdrawal: Withdrawal, reading: PayoutReading): boolean {
  return (
    reading.payoutCents === withdrawal.amountCents + withdrawal.feeCents &&
    reading.depositAmountCents === withdrawal.depositAmountCents &&
    reading.depositAddress === withdrawal.depositAddress
  );
}
