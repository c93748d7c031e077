import { ChainFailure, type ChainSource } from '../chain/port.ts';
import type { LiquidOutput } from '../liquid/output.ts';
import { readOutputs } from '../liquid/read-outputs.ts';

/** The outputs of a transaction that pay a script; none where the server knows no such one. */
export type ReadPayment = (
  source: ChainSource,
  txId: string,
  script: string,
) => Promise<readonly LiquidOutput[]>;

/** No asset has more: consensus admits no greater amount. */
const MOST_UNITS = 2_100_000_000_000_000n;
const REMEMBERED = 1_000;

/**
 * Reads each transaction once. What has an id never changes, and at an address that somebody
 * sprinkles with small payments every look would read them all again.
 */
export function openPaymentReader(): ReadPayment {
  const remembered = new Map<string, readonly LiquidOutput[]>();
  return async (source, txId, script) => {
    const key = `${txId} ${script}`;
    const known = remembered.get(key);
    if (known) return known;
    const transaction = await source.readTransaction(txId);
    if (!transaction) return [];
    const outputs = outputsTo(script, transaction.hex);
    remembered.set(key, outputs);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return outputs;
  };
}

function outputsTo(script: string, hex: string): readonly LiquidOutput[] {
  const outputs = readOutputs(hex).filter((output) => output.script === script);
  const units = outputs.reduce((sum, output) => sum + (output.units ?? 0n), 0n);
  if (units > MOST_UNITS) throw new ChainFailure('a transaction of more than there is');
  return outputs;
}
