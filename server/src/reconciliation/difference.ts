import type { EnvironmentId } from '../ids.ts';
import type { Connection } from '../provider/connection.ts';
import type { ChargeStatus } from '../provider/port.ts';

export type DifferenceKind =
  | 'missing_here'
  | 'missing_there'
  | 'other_status'
  | 'other_amount'
  | 'orphan_paid'
  | 'missing_on_chain'
  | 'other_on_chain';

/** What merchants read of a difference; of charges that are nobody's they read nothing. */
export const SHOWN_AS = {
  missing_there: 'missing_at_provider',
  missing_on_chain: 'missing_on_chain',
  other_amount: 'amount_differs',
  other_status: 'status_differs',
  other_on_chain: 'payment_differs',
} as const satisfies Partial<Record<DifferenceKind, string>>;

/**
 * How one ended: `healed`, the books agree again; `shown`, the charge came to be a deposit's;
 * `ended_unpaid` and `paid`, what became of an orphan; `operator`, somebody is done with it.
 */
export const RESOLUTIONS = ['healed', 'shown', 'ended_unpaid', 'paid', 'operator'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Something in which our books differ from the provider's, or from the chain. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly connection: Connection;
  readonly environmentId: EnvironmentId | null;
  readonly providerRef: string;
  /** The deposit; null for a charge of nobody's. */
  readonly resourceId: string | null;
  /** Personal data may stand here: it is stored sealed. */
  readonly detail: string | null;
  readonly resolution: Resolution | null;
}

const ENDED_UNPAID: readonly ChargeStatus[] = ['expired', 'canceled', 'will_refund', 'refunded'];

/** What became of a charge that nobody was shown; a late payment opens a difference of its own. */
export function endOfOrphan(statuses: readonly ChargeStatus[]): Resolution | null {
  return statuses.every((status) => ENDED_UNPAID.includes(status)) ? 'ended_unpaid' : null;
}
