import { DAY_MS } from '../durations.ts';
import type { Cents } from '../money.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { compareTaxIds } from '../pix/tax-id.ts';

/** `estorno`: not the announced payer. `med`: the right payer, but taken back all the same. */
export const REVERSAL_KINDS = ['estorno', 'med'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

type PayerMatch = ReturnType<typeof compareTaxIds>;

const YEAR_MS = 365 * DAY_MS;
/** The time for a MED's analysis, if the provider reports no deadline. */
const ANALYSIS_MS = 7 * DAY_MS;

/** Whether the announced person paid. Without a readable tax id, the provider's reason counts. */
export function matchOf(
  informedTaxId: string,
  payerTaxId: string | undefined,
  reasons: ChargeReading['reasons'],
): PayerMatch {
  const match = payerTaxId === undefined ? 'unknown' : compareTaxIds(informedTaxId, payerTaxId);
  return match === 'unknown' && reasons.includes('PAYER_MISMATCH') ? 'different' : match;
}

/**
 * @param isDisputed whether it had been confirmed, or a MED was filed. This decides if the payer is
 *   unknown, since what is refunded before it counts is an estorno.
 */
export function kindOf(match: PayerMatch, isDisputed: boolean): ReversalKind {
  if (match === 'unknown') return isDisputed ? 'med' : 'estorno';
  return match === 'different' ? 'estorno' : 'med';
}

/** How readers understand it. Without a dispute, the provider returned what it had held back. */
export function takenFor(reversal: {
  readonly kind: ReversalKind;
  readonly disputed: boolean;
}): ReversalKind | 'returned' {
  return reversal.kind === 'med' && !reversal.disputed ? 'returned' : reversal.kind;
}

/** The provider's deadline, if it is plausible. */
export function deadlineOf(createdAt: Date, given: Date | undefined): Date {
  const ms = given ? given.getTime() - createdAt.getTime() : 0;
  return given && ms > 0 && ms < YEAR_MS ? given : new Date(createdAt.getTime() + ANALYSIS_MS);
}

/** The time of the report, unless it is implausible: long before the order, or in the future. */
export function reportedAt(given: Date | undefined, orderedAt: Date, now: Date): Date {
  if (!given) return now;
  const sensible = given.getTime() > orderedAt.getTime() - 30 * DAY_MS;
  return sensible && given.getTime() <= now.getTime() + DAY_MS ? given : now;
}

/**
 * The amount that the MED takes back, possibly a part; more than was paid is implausible.
 * @param paidCents what an earlier reading said was paid: a refund may report the amount charged
 */
export function disputedCents(
  med: MedNotice | undefined,
  { valueCents }: ChargeReading,
  paidCents: Cents | null,
): Cents {
  const most = paidCents !== null && paidCents < valueCents ? paidCents : valueCents;
  const given = med?.amountCents;
  return given !== undefined && given <= most ? given : most;
}
