/** What the provider itself knows: its charges and payouts, and what becomes of each. */
import type { Mode } from '../../src/accounts/environment.ts';
import { isAccepted } from '../../src/deposits/decide.ts';
import type { DepositStatus } from '../../src/deposits/deposit.ts';
import type { EnvironmentId } from '../../src/ids.ts';
import type { Cents } from '../../src/money.ts';
import type { ChargeStatus, PayoutStatus } from '../../src/provider/port.ts';
import type { WithdrawalStatus } from '../../src/withdrawals/withdrawal.ts';
import type { Random } from '../kill/random.ts';

export interface LedgerCharge {
  readonly ref: string;
  readonly nonce: string;
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
  readonly createdAt: Date;
  readonly totalCents: Cents;
  /** Less or more than requested, if somebody pays like that. */
  readonly valueCents: Cents;
  readonly life: ChargeStatus[];
  status: ChargeStatus;
  before: ChargeStatus;
  blockchainTxId: string | undefined;
  /** Whether the payer's bank disputes it in the end, and whether that has been reported. */
  readonly isDisputed: boolean;
  med: boolean;
}

export interface LedgerPayout {
  readonly ref: string;
  readonly nonce: string;
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly payoutCents: Cents;
  readonly depositAddress: string;
  readonly depositAmountCents: Cents;
  readonly life: PayoutStatus[];
  status: PayoutStatus;
}

export interface Ledger {
  /** Whether the same nonce always gets the same charge. */
  readonly honoursNonces: boolean;
  readonly charges: LedgerCharge[];
  readonly payouts: LedgerPayout[];
  /** The nonces of orders that were refused for good. */
  readonly refused: Set<string>;
  /** How often a payout was requested, by nonce. */
  readonly payoutsAsked: Map<string, number>;
}

const PAID: readonly (readonly ChargeStatus[])[] = [
  ['under_review', 'approved', 'depix_sent'],
  ['approved', 'depix_sent'],
  ['delayed', 'depix_sent'],
  ['under_review', 'approved', 'depix_sent', 'refunded'],
  ['under_review', 'delayed', 'will_refund', 'refunded'],
  ['under_review', 'will_refund', 'refunded'],
  ['expired', 'under_review', 'approved', 'depix_sent'],
  ['expired', 'under_review', 'will_refund', 'refunded'],
  ['error', 'approved', 'error', 'depix_sent'],
  ['under_review', 'canceled'],
  ['error'],
];

const PAYOUTS: readonly (readonly PayoutStatus[])[] = [
  ['sending', 'sent'],
  ['sent'],
  ['error', 'sending', 'sent'],
  ['sending', 'refunded'],
  ['canceled'],
  ['error'],
  [],
];

/** The life of a charge, decided when it is made; nobody pays one that nobody was shown. */
export function lifeOfCharge(random: Random, isPaid: boolean): ChargeStatus[] {
  if (!isPaid) return ['expired'];
  return [...(PAID[random.integer(0, PAID.length - 1)] ?? [])];
}

export function lifeOfPayout(random: Random): PayoutStatus[] {
  return [...(PAYOUTS[random.integer(0, PAYOUTS.length - 1)] ?? [])];
}

/** Moves on by one state; false if nothing more becomes of it. */
export function liveOn(charge: LedgerCharge): boolean {
  const next = charge.life.shift();
  if (next === undefined) return false;
  charge.before = charge.status;
  charge.status = next;
  if (next === 'depix_sent') charge.blockchainTxId = charge.ref.repeat(2);
  return true;
}

/** The final status of a deposit once the provider's charge is in its final state. */
export function endOf(charge: LedgerCharge): DepositStatus {
  if (charge.status === 'refunded' || charge.status === 'will_refund') return 'REFUNDED';
  if (charge.med) return 'REFUNDED';
  if (isAccepted(charge.status)) {
    return charge.valueCents < charge.totalCents ? 'PENDING' : 'CONFIRMED';
  }
  return charge.status === 'pending' || charge.status === 'under_review' ? 'PENDING' : 'FAILED';
}

/**
 * The final statuses possible for a withdrawal: one that came to nothing may have expired first.
 */
export function endsOfPayout({ status }: LedgerPayout): readonly WithdrawalStatus[] {
  if (status === 'sent') return ['COMPLETED'];
  return status === 'unsent' ? ['EXPIRED'] : ['FAILED', 'EXPIRED'];
}
