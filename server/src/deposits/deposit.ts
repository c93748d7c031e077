import { type Cents, cents, shareOf } from '../money.ts';
import type { DepositId, EnvironmentId, PaymentLinkId, WalletId } from '../ids.ts';
import { feeOf, type FeeSchedule } from '../accounts/environment.ts';
import type { Step } from '../step.ts';
import type { EventKind } from '../webhooks/event.ts';

export const DEPOSIT_STATUSES = ['PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];
export type DepositFailure = 'expired' | 'canceled' | 'provider_error' | 'payer_declined';

/** The whole life of a deposit. FAILED is left only for money that came after all. */
export const DEPOSIT_STEPS = {
  confirm: { from: ['PENDING', 'FAILED'], to: 'CONFIRMED', event: 'deposit.confirmed' },
  fail: { from: ['PENDING'], to: 'FAILED', event: 'deposit.failed' },
  refund: { from: ['PENDING', 'CONFIRMED', 'FAILED'], to: 'REFUNDED', event: 'deposit.refunded' },
} as const satisfies Record<string, Step<DepositStatus> & { event: EventKind }>;
export type DepositStep = keyof typeof DEPOSIT_STEPS;

/** Current totals of the deposits of a wallet or a payment link. */
export interface DepositSums {
  /** How many are CONFIRMED now. */
  readonly confirmedCount: number;
  /** The net of those. */
  readonly receivedCents: number;
  /** The net of those REFUNDED now. */
  readonly refundedCents: number;
}

/** How the totals change when a deposit moves; undefined if they do not. */
export function sumsChange(
  from: DepositStatus,
  to: DepositStatus,
  net: Cents,
): DepositSums | undefined {
  const change = {
    confirmedCount: Number(to === 'CONFIRMED') - Number(from === 'CONFIRMED'),
    receivedCents: (to === 'CONFIRMED' ? net : 0) - (from === 'CONFIRMED' ? net : 0),
    refundedCents: (to === 'REFUNDED' ? net : 0) - (from === 'REFUNDED' ? net : 0),
  };
  return Object.values(change).some((by) => by !== 0) ? change : undefined;
}

/** What a deposit costs and yields; the parts always add up to the total. */
export interface DepositPrice {
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  /** What the payer pays. */
  readonly totalCents: Cents;
  /** What the wallet is promised. */
  readonly netCents: Cents;
  /** What the provider will really send: the promise plus what rounding down the split leaves. */
  readonly settledCents: Cents;
  readonly splitCents: Cents;
  /** The split as hundredths of a percent of the total. */
  readonly splitBasisPoints: number;
  readonly providerFeeCents: Cents;
}

/** @returns undefined if the fee leaves the wallet nothing, or does not cover the provider's. */
export function priceDeposit(
  amount: Cents,
  schedule: FeeSchedule,
  passFeesToPayer: boolean,
  providerFee: Cents,
): DepositPrice | undefined {
  const fee = feeOf(amount, schedule);
  const total = cents(passFeesToPayer ? amount + fee : amount);
  const net = cents(total - fee);
  // The provider may have raised its fee since the schedule was set.
  if (net < 1 || fee < providerFee) return undefined;
  // Down, so that the wallet never gets less than it was promised: docs/decisions/0005.
  const wanted = (fee - providerFee) * 10_000;
  const splitBasisPoints = (wanted - (wanted % total)) / total;
  // The provider rounds to the nearest cent; with a share rounded down that stays within the fee.
  const split = shareOf(total, splitBasisPoints);
  return {
    amountCents: amount,
    feeCents: fee,
    totalCents: total,
    netCents: net,
    settledCents: cents(total - split - providerFee),
    splitCents: split,
    splitBasisPoints,
    providerFeeCents: providerFee,
  };
}

export interface Deposit extends DepositPrice {
  readonly environmentId: EnvironmentId;
  readonly id: DepositId;
  readonly status: DepositStatus;
  readonly walletId: WalletId;
  readonly liquidAddress: string;
  readonly taxId: string;
  readonly passFeesToPayer: boolean;
  readonly externalId: string | null;
  readonly paymentLinkId: PaymentLinkId | null;
  /** Whether a signed-in person ordered it. */
  readonly fromPanel: boolean;
  readonly providerRef: string;
  readonly pixQrCode: string;
  readonly providerStatus: string | null;
  readonly paidCents: Cents | null;
  readonly blockchainTxId: string | null;
  readonly failureReason: DepositFailure | null;
  /** Since when the provider has reported an error that may still resolve itself. */
  readonly heldSince: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly updatedAt: Date;
  readonly confirmedAt: Date | null;
  readonly failedAt: Date | null;
  readonly refundedAt: Date | null;
}

/** A deposit as its merchant sees it: nothing encrypted, nothing of the provider's. */
export type DepositStanding = Pick<
  Deposit,
  | 'id'
  | 'status'
  | 'amountCents'
  | 'feeCents'
  | 'totalCents'
  | 'netCents'
  | 'settledCents'
  | 'paidCents'
  | 'walletId'
  | 'blockchainTxId'
  | 'failureReason'
  | 'externalId'
  | 'paymentLinkId'
  | 'createdAt'
  | 'expiresAt'
  | 'confirmedAt'
  | 'failedAt'
  | 'refundedAt'
>;
