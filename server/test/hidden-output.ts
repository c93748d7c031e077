import { createHash, randomBytes } from 'node:crypto';
import { Transaction } from 'liquidjs-lib';
import type { Zkp } from '../src/liquid/zkp.ts';

/** The contents of a hidden output, and what its sender claims about them. */
export interface HiddenOutput {
  readonly script: string;
  /** The blinding key of the address, as a point. */
  readonly point: Buffer;
  /** What the output commits to; an asset id as people write it. */
  readonly asset: string;
  readonly units: bigint;
  /** The asset that the range proof names, if it is another one. */
  readonly named?: string;
  /** The range proof's message, if it is not asset and blinding factor. */
  readonly message?: Buffer;
  /** Whether the asset is explicit, and only the amount hidden. */
  readonly tellsAsset?: boolean;
}

/** A transaction with one hidden output, unknown to any network. */
export function hiddenOutput(zkp: Zkp, sent: HiddenOutput): string {
  const asset = Buffer.from(sent.asset, 'hex').reverse();
  const named = Buffer.from(sent.named ?? sent.asset, 'hex').reverse();
  const script = Buffer.from(sent.script, 'hex');
  const assetFactor = sent.tellsAsset ? Buffer.alloc(32) : randomFactor();
  const amountFactor = randomFactor();
  const generator = zkp.generator.generateBlinded(asset, assetFactor);
  const units = String(sent.units);
  const commitment = zkp.pedersen.commitment(units, generator, amountFactor);
  const ephemeral = randomFactor();
  const secret = createHash('sha256').update(zkp.ecdh(sent.point, ephemeral)).digest();
  const message = sent.message ?? Buffer.concat([named, assetFactor]);
  const proof = zkp.rangeproof.sign(
    units,
    commitment,
    generator,
    amountFactor,
    secret,
    '1',
    '0',
    '36',
    message,
    script,
  );
  const transaction = new Transaction();
  transaction.version = 2;
  transaction.addInput(randomBytes(32), 0);
  transaction.outs.push({
    script,
    asset: sent.tellsAsset ? Buffer.concat([Buffer.of(1), asset]) : Buffer.from(generator),
    value: Buffer.from(commitment),
    nonce: Buffer.from(zkp.ecc.pointFromScalar(ephemeral, true) ?? []),
    rangeProof: Buffer.from(proof),
    surjectionProof: Buffer.alloc(0),
  });
  transaction.flag = 1;
  return transaction.toHex();
}

/** A leading zero byte keeps it below the order of the curve. */
function randomFactor(): Buffer {
  return Buffer.concat([Buffer.alloc(1), randomBytes(31)]);
}
