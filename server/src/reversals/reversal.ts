import type { Cents } from '../money.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { compareTaxIds } from '../pix/tax-id.ts';

/** `estorno`: another payer than announced. `med`: the right payer, and still taken back. */
export const REVERSAL_KINDS = ['estorno', 'med'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

type PayerMatch = ReturnType<typeof compareTaxIds>;

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Until a MED is decided, where the provider names no deadline. */
const ANALYSIS_MS = 7 * DAY_MS;

/** Whether the one paid who was announced. Without a tax id that can be read the reason counts. */
export function matchOf(
  informedTaxId: string,
  payerTaxId: string | undefined,
  reasons: ChargeReading['reasons'],
): PayerMatch {
  const match = payerTaxId === undefined ? 'unknown' : compareTaxIds(informedTaxId, payerTaxId);
  return match === 'unknown' && reasons.includes('PAYER_MISMATCH') ? 'different' : match;
}

/**
 * @param isDisputed whether it was confirmed before, or a MED was filed; this decides where nobody
 * says who paid, since what is returned before it counts is an estorno
 */
export function kindOf(match: PayerMatch, isDisputed: boolean): ReversalKind {
  if (match === 'unknown') return isDisputed ? 'med' : 'estorno';
  return match === 'different' ? 'estorno' : 'med';
}

/** What those who read of it take it for. Without a dispute the provider gave back what it held. */
export function takenFor(reversal: {
  readonly kind: ReversalKind;
  readonly disputed: boolean;
}): ReversalKind | 'returned' {
  return reversal.kind === 'med' && !reversal.disputed ? 'returned' : reversal.kind;
}

/** The provider's deadline where it names one that can be meant. */
export function deadlineOf(createdAt: Date, given: Date | undefined): Date {
  const ms = given ? given.getTime() - createdAt.getTime() : 0;
  return given && ms > 0 && ms < YEAR_MS ? given : new Date(createdAt.getTime() + ANALYSIS_MS);
}

/** When it was reported; a time long before the payment was asked for, or to come, is not meant. */
export function reportedAt(given: Date | undefined, asked: Date, now: Date): Date {
  if (!given) return now;
  const sensible = given.getTime() > asked.getTime() - 30 * DAY_MS;
  return sensible && given.getTime() <= now.getTime() + DAY_MS ? given : now;
}

/** What the MED takes back, which may be a part; more than was paid was not meant. */
export function disputedCents(med: MedNotice | undefined, reading: ChargeReading): Cents {
  const given = med?.amountCents;
  return given !== undefined && given <= reading.valueCents ? given : reading.valueCents;
}
