import type { Cents } from '../money.ts';

/** DePix amounts are in units of 10^-8 reais. */
export const UNITS_PER_CENT = 1_000_000n;

export function unitsOf(cents: Cents): bigint {
  return BigInt(cents) * UNITS_PER_CENT;
}
