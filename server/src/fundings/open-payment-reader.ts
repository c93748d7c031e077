import { ChainFailure, type ChainSource } from '../chain/port.ts';
import type { LiquidOutput } from '../liquid/output.ts';
import { readOutputs } from '../liquid/read-outputs.ts';

/** A transaction's outputs to a script; empty if the server does not know the transaction. */
export type ReadPayment = (
  source: ChainSource,
  txId: string,
  script: string,
) => Promise<readonly LiquidOutput[]>;

/** The maximum amount of any asset under Liquid's consensus rules. */
const MAX_UNITS = 2_100_000_000_000_000n;
const REMEMBERED = 1_000;

/**
 * Reads each transaction once. Transactions are immutable, and at an address that somebody spams
 * with small payments, every look would read them all again.
 */
export function openPaymentReader(): ReadPayment {
  const remembered = new Map<string, readonly LiquidOutput[]>();
  return async (source, txId, script) => {
    const key = `${txId} ${script}`;
    const known = remembered.get(key);
    if (known) return known;
    const hex = await source.readTransaction(txId);
    if (hex === undefined) return [];
    const outputs = outputsTo(script, hex);
    remembered.set(key, outputs);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    return outputs;
  };
}

function outputsTo(script: string, hex: string): readonly LiquidOutput[] {
  const outputs = readOutputs(hex).filter((output) => output.script === script);
  const units = outputs.reduce((sum, output) => sum + (output.units ?? 0n), 0n);
  if (units > MAX_UNITS) throw new ChainFailure('a transaction of more than there is');
  return outputs;
}
