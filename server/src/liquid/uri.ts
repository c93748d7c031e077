import type { Cents } from '../money.ts';
import type { LiquidNetwork } from './address.ts';

export interface LiquidPayment {
  readonly address: string;
  readonly network: LiquidNetwork;
  readonly cents: Cents;
  readonly assetId: string;
}

/** The URI that a wallet scans to pay. `amount` is in 10^8 base units, which for DePix is reais. */
export function liquidUri({ address, network, cents, assetId }: LiquidPayment): string {
  const scheme = network === 'liquid' ? 'liquidnetwork' : 'liquidtestnet';
  return `${scheme}:${address}?assetid=${assetId}&amount=${decimalOf(cents)}`;
}

function decimalOf(amount: Cents): string {
  if (amount < 0) throw new RangeError('a payment must not be negative');
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
