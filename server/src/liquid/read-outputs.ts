import type { TxOutput } from 'liquidjs-lib';
import type { LiquidOutput } from './output.ts';
import { parseTransaction } from './parse-transaction.ts';

/** @throws Error unless `hex` is a transaction */
export function readOutputs(hex: string): readonly LiquidOutput[] {
  return parseTransaction(hex).outs.map((output, vout) => {
    const explicit = readExplicit(output);
    return {
      vout,
      script: output.script.toString('hex'),
      confidential: explicit === undefined,
      asset: explicit?.asset,
      units: explicit?.units,
    };
  });
}

/** @throws Error unless `hex` is a transaction */
export function txIdOf(hex: string): string {
  return parseTransaction(hex).getId();
}

/** The first byte of an asset or an amount that is not hidden. */
export const EXPLICIT = 1;

/** Undefined if asset or amount is hidden. The library would read the amount into a double. */
export function readExplicit({
  asset,
  value,
}: TxOutput): { readonly asset: string; readonly units: bigint } | undefined {
  if (asset[0] !== EXPLICIT || value[0] !== EXPLICIT) return undefined;
  return { asset: displayBytes(asset.subarray(1)), units: value.readBigUInt64BE(1) };
}

/** Ids of assets and transactions, and blinding factors, are displayed byte-reversed. */
export function displayBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex');
}
