import { cents, type Cents } from '../money.ts';

/** The asset id of DePix on the Liquid main network. */
export const DEPIX_ASSET_ID = '02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189';

/** DePix has eight decimals: 100,000,000 base units are one real. */
const UNITS_PER_CENT = 1_000_000n;

export function toBaseUnits(amount: Cents): bigint {
  return BigInt(amount) * UNITS_PER_CENT;
}

/** Whole cents in an amount on the chain. Rounds down: a part of a cent is never counted as received. */
export function toWholeCents(units: bigint): Cents {
  if (units < 0n) throw new RangeError('base units must not be negative');
  return cents(Number(units / UNITS_PER_CENT));
}
