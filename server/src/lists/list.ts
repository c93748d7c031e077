import type { Deposit } from '../deposits/deposit.ts';
import type { ReversalKind } from '../reversals/reversal.ts';

export const ORIGINS = ['api', 'link', 'panel'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Why a deposit is in its status, if the status alone does not say. */
export const DEPOSIT_REASONS = [
  'awaiting',
  'in_review',
  'sending',
  'delayed',
  'paid_short',
  'expired',
  'canceled',
  'provider_error',
  'payer_declined',
  'estorno',
  'med',
  'refunded',
] as const;
export type DepositReason = (typeof DEPOSIT_REASONS)[number];

/** What the reason depends on. */
type Grounds = Pick<
  Deposit,
  'status' | 'providerStatus' | 'failureReason' | 'totalCents' | 'paidCents' | 'heldSince'
> & {
  /** Also null if nobody disputes it. */
  readonly reversalKind: ReversalKind | null;
};

export function reasonOf(deposit: Grounds): DepositReason | null {
  switch (deposit.status) {
    case 'PENDING':
      return pendingReasonOf(deposit);
    case 'CONFIRMED':
      return deposit.providerStatus === 'delayed' ? 'delayed' : null;
    case 'FAILED':
      return deposit.failureReason;
    case 'REFUNDED':
      return deposit.reversalKind ?? 'refunded';
  }
}

function pendingReasonOf(deposit: Grounds): DepositReason {
  const { providerStatus, paidCents, totalCents, heldSince } = deposit;
  if (paidCents !== null && paidCents < totalCents) return 'paid_short';
  if (heldSince !== null) return 'provider_error';
  if (providerStatus === 'under_review') return 'in_review';
  if (providerStatus === 'delayed') return 'delayed';
  return paidCents === null ? 'awaiting' : 'sending';
}

export function originOf(deposit: Pick<Deposit, 'paymentLinkId' | 'fromPanel'>): Origin {
  if (deposit.paymentLinkId !== null) return 'link';
  return deposit.fromPanel ? 'panel' : 'api';
}
