/** Calls to the stores, each made on both sides with what that side knows. */
import type { DepositKey } from '../../src/deposits/store.ts';
import type { Claim, KnownKey } from '../../src/idempotency/claim.ts';
import type { Notice } from '../../src/provider/inbox.ts';
import type { ChargeStatus } from '../../src/provider/port.ts';
import type { LeasedDelivery } from '../../src/webhooks/delivery.ts';
import type { Side } from './sides.ts';

/** What one side has been told, for use in later calls; the other side has the equivalents. */
export interface Known {
  readonly claims: Claim[];
  readonly keys: KnownKey[];
  readonly deposits: DepositKey[];
  readonly notices: Notice[];
  readonly leased: LeasedDelivery[];
}

export type Call = (side: Side, known: Known) => Promise<unknown>;

export type Named = readonly [name: string, call: Call];

/** One of the most recent items, the same on both sides. */
export function oneOf<Item>(items: readonly Item[], place: number): Item | undefined {
  const last = items.slice(-6);
  return last[Math.floor(place * last.length)];
}

export const STATUSES: readonly ChargeStatus[] = [
  ...(['pending', 'under_review', 'approved', 'depix_sent', 'refunded', 'expired'] as const),
  ...(['error', 'canceled', 'delayed'] as const),
];

export const REFS = Array.from({ length: 12 }, (_, index) => index.toString(16).padStart(32, '0'));
