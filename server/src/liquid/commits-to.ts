import type { TxOutput } from 'liquidjs-lib';
import type { Opening } from './output.ts';
import type { Zkp } from './zkp.ts';

export type Opened = Extract<Opening, { kind: 'opened' }>;

const EXPLICIT = 1;
/** The library would wrap a greater number around, and find it committed to. */
const UNITS_END = 2n ** 64n;

/**
 * Whether the output commits to that asset, and to that amount of it, under those factors. A range
 * proof alone shows less: its sender may write any asset into it.
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
    // A factor beyond the order of the curve makes no commitment; a trap says nothing.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return no;
  }
}

/** What amounts are committed under. An asset may be told though its amount is hidden. */
export function generatorOf(zkp: Zkp, { asset }: TxOutput): Buffer {
  return asset[0] === EXPLICIT ? Buffer.from(zkp.generator.generate(asset.subarray(1))) : asset;
}

const bytesOf = (written: string): Buffer => Buffer.from(written, 'hex').reverse();
