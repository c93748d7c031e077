import type { Cents } from '../money.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { compareTaxIds } from '../pix/tax-id.ts';

/** `estorno`: another payer than announced. `med`: the right payer, and still taken back. */
export const REVERSAL_KINDS = ['estorno', 'med'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Until a MED is decided, where the provider names no deadline. */
const ANALYSIS_MS = 7 * DAY_MS;

export function isDivergent(
  informedTaxId: string,
  payerTaxId: string | undefined,
  reasons: ChargeReading['reasons'],
): boolean {
  const answer = payerTaxId === undefined ? 'unknown' : compareTaxIds(informedTaxId, payerTaxId);
  return answer === 'unknown' ? reasons.includes('PAYER_MISMATCH') : answer === 'different';
}

export function kindOf(divergent: boolean): ReversalKind {
  return divergent ? 'estorno' : 'med';
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
