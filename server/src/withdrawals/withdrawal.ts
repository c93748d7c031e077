import type { EnvironmentId, WithdrawalId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { PixKeyType } from '../pix/pix-key.ts';
import type { Step } from '../step.ts';
import type { EventKind } from '../webhooks/event.ts';

export const WITHDRAWAL_STATUSES = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
export const WITHDRAWAL_FAILURES = ['canceled', 'refunded', 'provider_error'] as const;
export type WithdrawalFailure = (typeof WITHDRAWAL_FAILURES)[number];

/**
 * The whole life of a withdrawal. FAILED and EXPIRED are left only for a payout that was made after
 * all: a merchant told FAILED too early would pay twice.
 */
export const WITHDRAWAL_STEPS = {
  process: { from: ['PENDING'], to: 'PROCESSING', event: undefined },
  /** Money arrived after the expiry; only ever taken together with `complete`. */
  revive: { from: ['EXPIRED'], to: 'PROCESSING', event: undefined },
  complete: {
    from: ['PENDING', 'PROCESSING', 'FAILED'],
    to: 'COMPLETED',
    event: 'withdrawal.completed',
  },
  fail: { from: ['PENDING', 'PROCESSING'], to: 'FAILED', event: 'withdrawal.failed' },
  expire: { from: ['PENDING'], to: 'EXPIRED', event: 'withdrawal.expired' },
} as const satisfies Record<string, Step<WithdrawalStatus> & { event: EventKind | undefined }>;
export type WithdrawalStep = keyof typeof WITHDRAWAL_STEPS;

export interface Withdrawal {
  readonly environmentId: EnvironmentId;
  readonly id: WithdrawalId;
  readonly status: WithdrawalStatus;
  readonly taxId: string;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly depositAddress: string;
  /** As the provider gave it, its fee included; never recomputed. */
  readonly depositAmountCents: Cents;
  readonly externalId: string | null;
  /** Whether a signed-in person ordered it. */
  readonly fromPanel: boolean;
  readonly providerRef: string;
  readonly providerStatus: string | null;
  readonly blockchainTxId: string | null;
  readonly pixEndToEndId: string | null;
  readonly failureReason: WithdrawalFailure | null;
  /** Since when the provider has reported an error that may still resolve itself. */
  readonly heldSince: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly updatedAt: Date;
  readonly processingAt: Date | null;
  readonly completedAt: Date | null;
  readonly failedAt: Date | null;
  readonly expiredAt: Date | null;
}

/** A withdrawal as its merchant sees it: nothing encrypted, nothing of the provider's. */
export type WithdrawalStanding = Pick<
  Withdrawal,
  | 'id'
  | 'status'
  | 'amountCents'
  | 'feeCents'
  | 'depositAddress'
  | 'depositAmountCents'
  | 'pixKeyType'
  | 'pixEndToEndId'
  | 'blockchainTxId'
  | 'failureReason'
  | 'externalId'
  | 'createdAt'
  | 'expiresAt'
  | 'processingAt'
  | 'completedAt'
  | 'failedAt'
  | 'expiredAt'
>;
