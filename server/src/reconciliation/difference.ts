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

/** The kinds shown to merchants; differences of charges that belong to nobody are not shown. */
export const SHOWN_AS = {
  missing_there: 'missing_at_provider',
  missing_on_chain: 'missing_on_chain',
  other_amount: 'amount_differs',
  other_status: 'status_differs',
  other_on_chain: 'payment_differs',
} as const satisfies Partial<Record<DifferenceKind, string>>;

/**
 * How a difference was closed. `healed`: the books agree again; `shown`: the charge turned out to
 * be a deposit; `ended_unpaid`, `paid`: how an orphan ended; `operator`: an operator closed it.
 */
export const RESOLUTIONS = ['healed', 'shown', 'ended_unpaid', 'paid', 'operator'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A difference between our books and the provider or the chain. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly connection: Connection;
  readonly environmentId: EnvironmentId | null;
  readonly providerRef: string;
  /** The deposit; null for a charge that belongs to nobody. */
  readonly resourceId: string | null;
  /** May contain personal data, so it is stored sealed. */
  readonly detail: string | null;
  readonly resolution: Resolution | null;
}

const ENDED_UNPAID: readonly ChargeStatus[] = ['expired', 'canceled', 'will_refund', 'refunded'];

/** How a charge that was shown to nobody ended; a late payment is a difference of its own. */
export function endOfOrphan(statuses: readonly ChargeStatus[]): Resolution | null {
  return statuses.every((status) => ENDED_UNPAID.includes(status)) ? 'ended_unpaid' : null;
}
