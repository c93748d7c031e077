import { UNITS_PER_CENT, WORTHLESS_ASSET } from '../chain/transfer.ts';

/** What may go wrong on the chain when a charge is settled. */
export const CHAIN_FAULTS = [
  /** A cent too little. */
  'short',
  /** A cent too much. */
  'over',
  'other_asset',
  'other_address',
  /** The transaction that is named was never made. */
  'missing',
  /**
   * The output commits to something else than its range proof says, if the address is confidential.
   */
  'forged',
  /** Nothing is blinded, whatever the address asks for. */
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

/** What reaches the address: the payment, less the split and the provider's fee. */
function settledCents({ paidInCents, amountInCents, splitFee }: Paid, feeInCents: number): number {
  const paid = paidInCents ?? amountInCents;
  // One cent, if fees leave nothing.
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

/** The units and the asset that are sent, with the fault that the charge was told to have. */
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
