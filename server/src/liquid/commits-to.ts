import type { TxOutput } from 'liquidjs-lib';
import type { Opened } from './output.ts';
import { EXPLICIT } from './read-outputs.ts';
import type { Zkp } from './zkp.ts';

/** The library would wrap a greater number around, and match the wrong commitment. */
const UNITS_END = 2n ** 64n;

/**
 * Whether the output commits to this asset, and to this amount of it, with these blinding factors.
 * The range proof alone proves less: its sender may write any asset into it.
 */
export function commitsTo(
  zkp: Zkp,
  output: TxOutput,
  { asset, units, assetBlindingFactor, valueBlindingFactor }: Opened,
): { readonly asset: boolean; readonly amount: boolean } {
  const no = { asset: false, amount: false };
  if (units < 0n || units >= UNITS_END) return no;
  try {
    const generator = zkp.generator.generateBlinded(bytesOf(asset), bytesOf(assetBlindingFactor));
    if (!generatorOf(zkp, output).equals(generator)) return no;
    const factor = bytesOf(valueBlindingFactor);
    const commitment = zkp.pedersen.commitment(String(units), generator, factor);
    return { asset: true, amount: output.value.equals(commitment) };
  } catch (error) {
    // A factor beyond the order of the curve makes no commitment; a WebAssembly trap proves
    // nothing.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return no;
  }
}

/**
 * The generator of the amount's commitment. The asset may be explicit even if the amount is not.
 */
export function generatorOf(zkp: Zkp, { asset }: TxOutput): Buffer {
  return asset[0] === EXPLICIT ? Buffer.from(zkp.generator.generate(asset.subarray(1))) : asset;
}

const bytesOf = (written: string): Buffer => Buffer.from(written, 'hex').reverse();
