import type { Tenancy } from '../accounts/environment.ts';
import type { Shop } from '../accounts/shop.ts';
import type { DepositFailure, DepositStatus } from '../deposits/deposit.ts';
import type { DepositId, EnvironmentId, PaymentLinkId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { ReversalKind } from '../reversals/reversal.ts';

/** A payment link, as its public page needs it. */
export interface LinkPage extends Tenancy {
  readonly id: PaymentLinkId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Null: the payer chooses the amount. */
  readonly amountCents: Cents | null;
  readonly active: boolean;
  readonly shop: Shop;
}

/** A payer's request for a code. */
export interface Checkout {
  readonly environmentId: EnvironmentId;
  readonly linkId: PaymentLinkId;
  readonly depositId: DepositId;
  /** 22 base62 characters in the URL of the payer's page, which open it to whoever has them. */
  readonly token: string;
}

/** What a payer is told; each state has its own texts. */
export const CHECKOUT_STATES = [
  /** The code is being created. */
  'creating',
  /** Nobody knows whether it was created; trying again settles it. */
  'unstable',
  /** The provider accepts no payment from this person. */
  'declined',
  /** The provider does not accept this much from this person. */
  'capped',
  /** It was finally refused for another reason. */
  'refused',
  /** The code can be paid. */
  'waiting',
  'expired',
  /** The provider canceled it, and nothing was paid. */
  'canceled',
  /** The provider reports an error; whether it was paid is not known yet. */
  'checking',
  /** It was paid, and is being reviewed. */
  'review',
  /** Less was paid than the amount ordered. */
  'short',
  'confirmed',
  /** Refunded before it was accepted, or because it came from somebody else's account. */
  'returned',
  /** Taken back after it had been accepted. */
  'disputed',
] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/** Everything that the state depends on. */
export interface Standing {
  /** Null while there is no deposit. */
  readonly status: DepositStatus | null;
  readonly providerStatus: string | null;
  readonly failureReason: DepositFailure | null;
  readonly paidCents: Cents | null;
  readonly totalCents: Cents | null;
  readonly expiresAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly reversal: ReversalKind | null;
  /** The idempotency key's; null if the order was given up before the provider was called. */
  readonly keyState: 'running' | 'resting' | 'done' | 'failed' | null;
  readonly refusal: string | null;
  /** The environment's business time. */
  readonly now: Date;
}

/** @returns undefined if the provider was never called, so that there is nothing to show */
export function stateOf(standing: Standing): CheckoutState | undefined {
  switch (standing.status) {
    case null:
      return stateWithoutDeposit(standing);
    case 'PENDING':
      return stateOfPending(standing);
    case 'CONFIRMED':
      return 'confirmed';
    case 'FAILED':
      return stateOfFailed(standing);
    case 'REFUNDED':
      return stateOfRefunded(standing);
  }
}

function stateWithoutDeposit({ keyState, refusal }: Standing): CheckoutState | undefined {
  switch (keyState) {
    case null:
      return undefined;
    case 'running':
    case 'done':
      return 'creating';
    case 'resting':
      return 'unstable';
    case 'failed':
      if (refusal === 'payer_declined') return 'declined';
      return refusal === 'capped' ? 'capped' : 'refused';
  }
}

function stateOfPending(standing: Standing): CheckoutState {
  const { providerStatus, expiresAt, now } = standing;
  switch (providerStatus) {
    case 'error':
    case 'unknown':
      return 'checking';
    default:
      return (
        stateOfMoney(standing) ?? (expiresAt !== null && expiresAt <= now ? 'expired' : 'waiting')
      );
  }
}

/** Money may arrive after the end, too, and a payer who paid must not be asked to pay again. */
function stateOfFailed(standing: Standing): CheckoutState {
  const money = stateOfMoney(standing);
  if (money) return money;
  const { failureReason: reason } = standing;
  if (reason === 'expired') return 'expired';
  return reason === 'payer_declined' ? 'declined' : 'canceled';
}

/** The state of money that arrived but does not count yet; undefined if none arrived. */
function stateOfMoney(standing: Standing): CheckoutState | undefined {
  const { providerStatus, paidCents, totalCents } = standing;
  switch (providerStatus) {
    case 'under_review':
      return 'review';
    case 'approved':
    case 'delayed':
    case 'depix_sent':
      return paidCents !== null && totalCents !== null && paidCents < totalCents
        ? 'short'
        : 'review';
    default:
      return undefined;
  }
}

function stateOfRefunded({ reversal, confirmedAt }: Standing): CheckoutState {
  // Without a confirmation the payer was never told of a success, whether or not it was disputed.
  return confirmedAt === null || reversal === 'estorno' ? 'returned' : 'disputed';
}

/** Whether nothing more is expected to happen while the payer watches. */
export function isSettled(state: CheckoutState): boolean {
  return ['declined', 'capped', 'refused', 'returned', 'disputed'].includes(state);
}
