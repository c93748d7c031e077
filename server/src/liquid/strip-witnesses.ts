import { parseTransaction } from './parse-transaction.ts';

/**
 * Removes signatures and range proofs. Neither is part of the transaction's id, nor of what its
 * outputs commit to.
 */
export function stripWitnesses(hex: string): string {
  const transaction = parseTransaction(hex);
  transaction.flag = 0;
  for (const input of transaction.ins) input.witness = [];
  for (const output of transaction.outs) {
    output.rangeProof = Buffer.alloc(0);
    output.surjectionProof = Buffer.alloc(0);
  }
  return transaction.toHex();
}
