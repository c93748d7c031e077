import type { EnvironmentId, WalletId } from '../ids.ts';
import type { Place, SealedKeys } from '../wallets/open-keys.ts';

export type HoldingState = 'unchecked' | 'known' | 'unobservable' | 'unavailable';

/** An address that only this process may look at until its lease ends. */
export interface WatchedAddress extends Place, SealedKeys {
  readonly environmentId: EnvironmentId;
  readonly walletId: WalletId;
  readonly liquidAddress: string;
  readonly state: HoldingState;
  /** In units of 10^-8 DePix. */
  readonly units: bigint | null;
  readonly transactions: number;
  /** The number of this look, which serves as a fencing token. */
  readonly looks: number;
  readonly unchanged: number;
}

/** An output at an address, read or unblinded once. */
export interface HeldOutput {
  readonly txId: string;
  readonly vout: number;
  /** Null: our keys do not unblind it. */
  readonly isDepix: boolean | null;
  readonly units: bigint | null;
}

/** What a look found at an address. */
export interface Holding {
  readonly state: 'known' | 'unobservable';
  readonly units: bigint | null;
  readonly transactions: number;
}

/** The sum; unknown if any output cannot be read, since no figure would be right. */
export function holdingOf(outputs: readonly HeldOutput[], transactions: number): Holding {
  if (outputs.some(({ isDepix }) => isDepix === null)) {
    return { state: 'unobservable', units: null, transactions };
  }
  const depix = outputs.filter(({ isDepix }) => isDepix);
  const units = depix.reduce((sum, output) => sum + (output.units ?? 0n), 0n);
  return { state: 'known', units, transactions };
}

/** How many consecutive looks, including this one, found the same. */
export function unchangedAfter(before: WatchedAddress, found: Holding): number {
  const isSame = before.state === found.state && before.units === found.units;
  return isSame && before.transactions >= found.transactions ? before.unchanged + 1 : 0;
}

const FIRST_SECONDS = 60;
const LAST_SECONDS = 6 * 60 * 60;

/** A minute, doubled after each look that found the same. */
export function nextLookSeconds(unchanged: number): number {
  return Math.min(FIRST_SECONDS * 2 ** Math.min(unchanged, 20), LAST_SECONDS);
}
