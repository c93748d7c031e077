import { crypto, payments, script, Transaction } from 'liquidjs-lib';
import { blindersOf, type BuiltTransfer, buildTransfer, mintOf, tagOf } from './build-transfer.ts';
import { loadZkp } from './load-zkp.ts';
import { FEE_ASSET, type Transfer } from './transfer.ts';

const NOTHING = Buffer.alloc(32);
/**
 * Wallets use 52 bits; a 36-bit proof takes a third of the time, and bounds the amount more
 * tightly.
 */
const HIDDEN_BITS = '36';
const MAX_TRIES = 100;

/** The transaction as a network carries it: signed, with range proofs for what it hides. */
export async function proveTransfer(seed: Buffer, transfer: Transfer): Promise<Buffer> {
  const built = await buildTransfer(seed, transfer);
  if (transfer.blindingPublicKey !== null) {
    await prove(seed, transfer, transfer.blindingPublicKey, built.payment);
  }
  await sign(seed, built);
  return built.payment.toBuffer();
}

async function prove(
  seed: Buffer,
  transfer: Transfer,
  blindingPublicKey: string,
  payment: Transaction,
): Promise<void> {
  const { ecdh, generator, rangeproof, surjectionproof } = await loadZkp();
  const [output] = payment.outs;
  if (!output) throw new Error('a payment without an output');
  const { assetBlinder, valueBlinder, ephemeralKey } = await blindersOf(seed, transfer);
  const shared = ecdh(Buffer.from(blindingPublicKey, 'hex'), ephemeralKey);
  const named = tagOf(transfer.claimedAsset ?? transfer.asset);
  const rangeProof = rangeproof.sign(
    String(transfer.units),
    output.value,
    output.asset,
    valueBlinder,
    crypto.sha256(Buffer.from(shared)),
    '1',
    '0',
    HIDDEN_BITS,
    Buffer.concat([named, assetBlinder]),
    output.script,
  );
  const tag = tagOf(transfer.asset);
  const tags = [tag, tagOf(FEE_ASSET)];
  const salt = crypto.sha256(Buffer.from(transfer.salt));
  const { proof, inputIndex } = surjectionproof.initialize(tags, tag, MAX_TRIES, salt);
  const generators = tags.map((input) => generator.generate(input));
  const surjection = surjectionproof.generate(
    proof,
    generators,
    output.asset,
    inputIndex,
    NOTHING,
    assetBlinder,
  );
  payment.setOutputRangeProof(0, Buffer.from(rangeProof));
  payment.setOutputSurjectionProof(0, Buffer.from(surjection));
}

async function sign(seed: Buffer, { coin, payment }: BuiltTransfer): Promise<void> {
  const { ecc } = await loadZkp();
  const { privateKey, publicKey } = mintOf(seed);
  const { output: spent } = payments.p2pkh({ pubkey: publicKey });
  if (spent === undefined) throw new Error('a key without a script');
  const type = Transaction.SIGHASH_ALL;
  coin.outs.forEach(({ value }, index) => {
    const hash = payment.hashForWitnessV0(index, spent, value, type);
    const signature = script.signature.encode(Buffer.from(ecc.sign(hash, privateKey)), type);
    payment.setWitness(index, [signature, publicKey]);
  });
}
