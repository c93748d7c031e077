import { UNITS_PER_CENT, WORTHLESS_ASSET } from '../chain/transfer.ts';

/** What may go wrong on the chain when a charge is settled. */
export const CHAIN_FAULTS = [
  /** A cent too little. */
  'short',
  /** A cent too much. */
  'over',
  'other_asset',
  'other_address',
  /** A transaction is named that was never made. */
  'missing',
  /** What is hidden is not what its proof says, where the address hides anything. */
  'forged',
  /** Nothing is hidden, whatever the address asks for. */
  'unblinded',
] as const;
export type ChainFault = (typeof CHAIN_FAULTS)[number];

/** What a settlement depends on. */
interface Paid {
  readonly amountInCents: number;
  readonly paidInCents: number | null;
  /** A percentage, such as `2.99%`. */
  readonly splitFee: string | null;
  readonly chainFault: ChainFault | null;
}

/** What reaches the address: what was paid, less the share of the split and the provider's fee. */
export function settledCents(
  { paidInCents, amountInCents, splitFee }: Paid,
  feeInCents: number,
): number {
  const paid = paidInCents ?? amountInCents;
  // The smallest coin there is, where fees leave nothing.
  return Math.max(1, paid - shareOf(paid, basisPointsOf(splitFee)) - feeInCents);
}

/** Half a cent rounds up. */
function shareOf(amount: number, basisPoints: number): number {
  const scaled = amount * basisPoints + 5_000;
  return (scaled - (scaled % 10_000)) / 10_000;
}

/** `2.99%` is 299 of them. */
function basisPointsOf(splitFee: string | null): number {
  const [whole = '0', decimals = ''] = (splitFee ?? '0').replace('%', '').split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

const OFF_BY: Partial<Record<ChainFault, number>> = { short: -1, over: 1 };

/** The units that are sent and of which asset, gone wrong as the charge was told to. */
export function settlementOf(
  charge: Paid,
  { depixAssetId, depositFeeCents }: { depixAssetId: string; depositFeeCents: number },
): { asset: string; units: number } {
  const { chainFault } = charge;
  const cents = settledCents(charge, depositFeeCents) + ((chainFault && OFF_BY[chainFault]) ?? 0);
  const isWorthless = chainFault === 'other_asset' || chainFault === 'forged';
  return {
    asset: isWorthless ? WORTHLESS_ASSET : depixAssetId,
    units: Math.max(1, cents * UNITS_PER_CENT),
  };
}
