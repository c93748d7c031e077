import { createHash } from 'node:crypto';
import type { TxOutput } from 'liquidjs-lib';
import { commitsTo, generatorOf } from './commits-to.ts';
import type { Opened, Opening } from './output.ts';
import { parseTransaction } from './parse-transaction.ts';
import { displayBytes, readExplicit } from './read-outputs.ts';
import type { Zkp } from './zkp.ts';

const FACTOR_BYTES = 32;
const COMMITMENT_BYTES = 33;
const NO_FACTOR = '00'.repeat(FACTOR_BYTES);

/**
 * Unblinds one output; an explicit output is open to every key. Blocks its thread for about 25 ms.
 * @param hex the transaction with its witnesses
 * @throws Error if there is no such transaction or output
 */
export function openOutput(zkp: Zkp, hex: string, vout: number, blindingKey: string): Opening {
  const output = parseTransaction(hex).outs[vout];
  if (!output) throw new Error('the transaction has no such output');
  const explicit = readExplicit(output);
  if (explicit)
    return {
      kind: 'opened',
      ...explicit,
      assetBlindingFactor: NO_FACTOR,
      valueBlindingFactor: NO_FACTOR,
    };
  const opened = rewind(zkp, output, Buffer.from(blindingKey, 'hex'));
  if (!opened) return { kind: 'closed' };
  return isWhole(opened) && commitsTo(zkp, output, opened).amount ? opened : { kind: 'forged' };
}

/** Reads what the sender wrote into the range proof for the key's owner; undefined without it. */
function rewind(zkp: Zkp, output: TxOutput, key: Buffer): Opened | undefined {
  const { asset, value, nonce, script, rangeProof } = output;
  if (!rangeProof?.length) return undefined;
  if ([asset, value, nonce].some(({ length }) => length !== COMMITMENT_BYTES)) return undefined;
  try {
    const secret = createHash('sha256').update(zkp.ecdh(nonce, key)).digest();
    const generator = generatorOf(zkp, output);
    const rewound = zkp.rangeproof.rewind(rangeProof, value, generator, secret, script);
    return {
      kind: 'opened',
      asset: displayBytes(rewound.message.subarray(0, FACTOR_BYTES)),
      units: BigInt(rewound.value),
      assetBlindingFactor: displayBytes(rewound.message.subarray(FACTOR_BYTES)),
      valueBlindingFactor: displayBytes(rewound.blinder),
    };
  } catch (error) {
    // The library's own errors mean that the key does not fit; a WebAssembly trap proves nothing.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return undefined;
  }
}

/** The message comes from the sender, at any length. */
function isWhole({ asset, assetBlindingFactor }: Opened): boolean {
  return [asset, assetBlindingFactor].every(({ length }) => length === 2 * FACTOR_BYTES);
}
