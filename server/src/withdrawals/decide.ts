import { DAY_MS, HOUR_MS } from '../durations.ts';
import { isOtherKey } from '../pix/pix-key.ts';
import type { PayoutReading } from '../provider/port.ts';
import { allowedSteps, isStale, refusedStatus } from '../step.ts';
import {
  type Withdrawal,
  WITHDRAWAL_STEPS,
  type WithdrawalFailure,
  type WithdrawalStatus,
  type WithdrawalStep,
} from './withdrawal.ts';

/** A provider's error may still resolve itself; only after this long is it believed. */
export const ERROR_HOLD_MS = 72 * HOUR_MS;

/** The longest the provider takes to pay out money that has reached it. */
const SETTLED_WITHIN_MS = DAY_MS;

/** The provider may truncate its times by up to this much. */
const ROUNDED_MS = 1_000;

export type WithdrawalAlert =
  | 'paying_out_late'
  | 'paid_out_late'
  | 'paid_out_differently'
  | 'returned_after_payout'
  | 'payout_unsettled'
  | 'unknown_status';

export interface Decision {
  /** In order; each is allowed from where the previous one leads. */
  readonly steps: readonly WithdrawalStep[];
  /** The status that the news asked for and that no step allows. */
  readonly refused: WithdrawalStatus | undefined;
  readonly failureReason: WithdrawalFailure | null;
  readonly heldSince: Date | null;
  readonly alerts: readonly WithdrawalAlert[];
  /**
   * Whether no step follows from the reading, and a later one has been settled since it was made.
   */
  readonly isOld: boolean;
}

/**
 * Judges news from the provider. Pure; the order in which news arrives does not matter.
 * @param requestedAt when the provider was asked, which may be a while ago
 */
export function decide(
  withdrawal: Withdrawal,
  reading: PayoutReading,
  now: Date,
  requestedAt: Date,
): Decision {
  const wanted = wantedSteps(withdrawal, reading, { now, requestedAt });
  const steps = allowedSteps(WITHDRAWAL_STEPS, withdrawal.status, wanted);
  if (steps.length === 0 && isStale(withdrawal.updatedAt, requestedAt, now)) {
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
  { now, requestedAt }: { readonly now: Date; readonly requestedAt: Date },
): readonly WithdrawalStep[] {
  switch (reading.status) {
    case 'sent':
      return withdrawal.status === 'EXPIRED' ? ['revive', 'complete'] : ['complete'];
    case 'sending':
      return ['process'];
    case 'unsent':
      // A reading may leave out the transaction that an earlier one reported.
      if ((reading.blockchainTxId ?? withdrawal.blockchainTxId) !== null) return ['process'];
      return isExpired(reading, now, requestedAt) ? ['expire'] : [];
    case 'canceled':
    case 'refunded':
      return ['fail'];
    case 'error':
      return heldLongEnough(withdrawal, now) ? ['fail'] : [];
    case 'unknown':
      return [];
  }
}

/** A payout that was read before its expiry may have been funded since. */
function isExpired({ expiresAt }: PayoutReading, now: Date, requestedAt: Date): boolean {
  return now >= expiresAt && requestedAt.getTime() + ROUNDED_MS >= expiresAt.getTime();
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
  // A payout that fails after expiring was funded after expiring, and may be retried.
  const isRetried = status === 'error' && withdrawal.status === 'EXPIRED';
  const all: readonly (readonly [WithdrawalAlert, boolean])[] = [
    ['unknown_status', status === 'unknown'],
    ['paying_out_late', isRetried || (isClosed && wanted.includes('process'))],
    ['paid_out_late', status === 'sent' && isClosed],
    // While the address is still shown, there may be time to act before the money is sent.
    ['paid_out_differently', !isReturned && !isAsOrdered(withdrawal, reading)],
    ['returned_after_payout', isReturned && withdrawal.status === 'COMPLETED'],
    ['payout_unsettled', !isReturned && status !== 'sent' && isUnsettled(withdrawal, now)],
  ];
  return all.flatMap(([alert, holds]) => (holds ? [alert] : []));
}

/** Whether the provider has had the money for so long that an operator should ask about it. */
export function isUnsettled({ status, processingAt }: Withdrawal, now: Date): boolean {
  const tookMs = now.getTime() - (processingAt ?? now).getTime();
  return status === 'PROCESSING' && tookMs >= SETTLED_WITHIN_MS;
}

/** The provider pays out what arrived, even if it is slightly less than ordered. */
function isAsOrdered(withdrawal: Withdrawal, reading: PayoutReading): boolean {
  return (
    reading.payoutCents === withdrawal.amountCents + withdrawal.feeCents &&
    reading.depositAmountCents === withdrawal.depositAmountCents &&
    reading.depositAddress === withdrawal.depositAddress &&
    !isOtherKey(withdrawal.pixKeyType, withdrawal.pixKey, reading.pixKey ?? '')
  );
}
