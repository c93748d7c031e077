import type { ChargeReading } from '../provider/port.ts';
import { compareTaxIds } from '../pix/tax-id.ts';

/** `estorno`: another payer than announced. `med`: the right payer, and still taken back. */
export const REVERSAL_KINDS = ['estorno', 'med'] as const;
export type ReversalKind = (typeof REVERSAL_KINDS)[number];

/** Days until a MED is decided, where the provider names no deadline. */
const ANALYSIS_MS = 7 * 86_400_000;

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

export function deadlineOf(createdAt: Date, given: Date | undefined): Date {
  return given ?? new Date(createdAt.getTime() + ANALYSIS_MS);
}
