import type { Tenancy } from '../accounts/environment.ts';
import type { Shop } from '../accounts/shop.ts';
import type { DepositFailure, DepositStatus } from '../deposits/deposit.ts';
import type { DepositId, EnvironmentId, PaymentLinkId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { ReversalKind } from '../reversals/reversal.ts';

/** A payment link as its page needs it. */
export interface LinkPage extends Tenancy {
  readonly id: PaymentLinkId;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Null: the payer says how much. */
  readonly amountCents: Cents | null;
  readonly active: boolean;
  readonly shop: Shop;
}

/** A payer who asked for a code. */
export interface Checkout {
  readonly environmentId: EnvironmentId;
  readonly linkId: PaymentLinkId;
  readonly depositId: DepositId;
  /** 22 base62 characters: names the payer's page, and opens it to whoever has it. */
  readonly token: string;
}

/** What a payer is told; each has words of its own. */
export const CHECKOUT_STATES = [
  /** The code is being made. */
  'creating',
  /** Nobody knows whether it was made; asking again settles it. */
  'unstable',
  /** The provider takes no payment from this person. */
  'declined',
  /** Nor this much from this person. */
  'capped',
  /** It was refused for another reason, for good. */
  'refused',
  /** The code can be paid. */
  'waiting',
  'expired',
  /** The provider ended it, and nothing was paid. */
  'canceled',
  /** The provider reports a fault; whether it was paid is not known yet. */
  'checking',
  /** It was paid, and is looked into. */
  'review',
  /** Less was paid than asked for. */
  'short',
  'confirmed',
  /** It went back before it was accepted, or came from somebody else's account. */
  'returned',
  /** It was taken back after it had been accepted. */
  'disputed',
] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/** All that the state follows from. */
export interface Standing {
  /** Null as long as there is no deposit. */
  readonly status: DepositStatus | null;
  readonly providerStatus: string | null;
  readonly failureReason: DepositFailure | null;
  readonly paidCents: number | null;
  readonly totalCents: number | null;
  readonly expiresAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly reversal: ReversalKind | null;
  /** Of the idempotency key; null when it was given up before anything was asked. */
  readonly keyState: 'running' | 'resting' | 'done' | 'failed' | null;
  readonly refusal: string | null;
  /** Business time of the environment. */
  readonly now: Date;
}

/** @returns undefined when nothing was asked of the provider, so that there is nothing to show. */
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

/** Money may come after the end too, and whoever paid is not to be asked to pay again. */
function stateOfFailed(standing: Standing): CheckoutState {
  const money = stateOfMoney(standing);
  if (money) return money;
  const { failureReason: reason } = standing;
  if (reason === 'expired') return 'expired';
  return reason === 'payer_declined' ? 'declined' : 'canceled';
}

/** Of what came and does not count yet; undefined as long as nothing came. */
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
  // Nobody was told of it before it went back, be it disputed or not.
  return confirmedAt === null || reversal === 'estorno' ? 'returned' : 'disputed';
}

/** Whether nothing more is expected to happen while a payer waits. */
export function isSettled(state: CheckoutState): boolean {
  return ['declined', 'capped', 'refused', 'returned', 'disputed'].includes(state);
}
