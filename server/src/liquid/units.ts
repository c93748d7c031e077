import type { Cents } from '../money.ts';

/** DePix counts reais in units of 10^-8. */
export const UNITS_PER_CENT = 1_000_000n;

export function unitsOf(cents: Cents): bigint {
  return BigInt(cents) * UNITS_PER_CENT;
}
