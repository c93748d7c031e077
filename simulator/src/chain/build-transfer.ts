import { createHmac } from 'node:crypto';
import { AssetHash, ElementsValue, payments, Transaction } from 'liquidjs-lib';
import { type KeyPair, keyPairOf } from '../liquid-address.ts';
import { loadZkp } from './load-zkp.ts';
import { FEE_ASSET, FEE_UNITS, type Transfer } from './transfer.ts';

const NOTHING = Buffer.alloc(32);
const NEWLY_MINTED = 0xffffffff;
const NO_NONCE = Buffer.alloc(1);
const NO_SCRIPT = Buffer.alloc(0);

/** A transaction without witnesses, which its id does not depend on, and the coin it spends. */
export interface BuiltTransfer {
  readonly coin: Transaction;
  readonly payment: Transaction;
}

export async function buildTransfer(seed: Buffer, transfer: Transfer): Promise<BuiltTransfer> {
  const coin = buildCoin(seed, transfer);
  const payment = emptyTransaction();
  payment.addInput(coin.getHash(), 0);
  payment.addInput(coin.getHash(), 1);
  const script = Buffer.from(transfer.script, 'hex');
  if (transfer.blindingPublicKey === null) {
    payment.addOutput(script, valueOf(transfer.units), assetOf(transfer.asset), NO_NONCE);
  } else {
    const { value, asset, nonce } = await hide(seed, transfer);
    payment.addOutput(script, value, asset, nonce);
  }
  payment.addOutput(NO_SCRIPT, valueOf(FEE_UNITS), assetOf(FEE_ASSET), NO_NONCE);
  return { coin, payment };
}

/** Creates what the transfer pays out of nothing, as a coinbase does, plus its fee. */
export function buildCoin(seed: Buffer, { salt, asset, units }: Transfer): Transaction {
  const coin = emptyTransaction();
  const tag = createHmac('sha256', seed).update(`coin ${salt}`).digest();
  coin.addInput(NOTHING, NEWLY_MINTED, undefined, Buffer.concat([Buffer.of(tag.length), tag]));
  const { script } = mintOf(seed);
  coin.addOutput(script, valueOf(units), assetOf(asset), NO_NONCE);
  coin.addOutput(script, valueOf(FEE_UNITS), assetOf(FEE_ASSET), NO_NONCE);
  return coin;
}

function emptyTransaction(): Transaction {
  const transaction = new Transaction();
  transaction.version = 2;
  return transaction;
}

interface Mint extends KeyPair {
  readonly script: Buffer;
}

/** Deriving it takes longer than everything else about a payment that hides nothing. */
const mints = new WeakMap<Buffer, Mint>();

/** The owner of all this sandbox's coins until they are spent. */
export function mintOf(seed: Buffer): Mint {
  const known = mints.get(seed);
  if (known) return known;
  const keys = keyPairOf(seed, 'spend coins');
  const { output: script } = payments.p2wpkh({ pubkey: keys.publicKey });
  if (script === undefined) throw new Error('a key without a script');
  const mint = { ...keys, script };
  mints.set(seed, mint);
  return mint;
}

/** What a commitment hides, and what proves it. Deterministic. */
export interface Blinders {
  readonly assetBlinder: Buffer;
  readonly valueBlinder: Buffer;
  /** With it the receiver's key finds all of this in the range proof. */
  readonly ephemeralKey: Buffer;
}

/** With one hidden output among unblinded ones, its blinding factors have to cancel out. */
export async function blindersOf(seed: Buffer, { salt, units }: Transfer): Promise<Blinders> {
  const { pedersen } = await loadZkp();
  const derive = (use: string) => createHmac('sha256', seed).update(`${use} ${salt}`).digest();
  const assetBlinder = derive('asset blinder');
  const value = String(units);
  const sum = pedersen.blindGeneratorBlindSum(
    [value, value],
    [NOTHING, assetBlinder],
    [NOTHING],
    1,
  );
  return {
    assetBlinder,
    valueBlinder: Buffer.from(sum),
    ephemeralKey: derive('ephemeral'),
  };
}

async function hide(seed: Buffer, transfer: Transfer) {
  const { ecc, generator, pedersen } = await loadZkp();
  const { assetBlinder, valueBlinder, ephemeralKey } = await blindersOf(seed, transfer);
  const asset = generator.generateBlinded(tagOf(transfer.asset), assetBlinder);
  const value = pedersen.commitment(String(transfer.units), asset, valueBlinder);
  const nonce = ecc.pointFromScalar(ephemeralKey, true);
  if (nonce === null) throw new Error('a key that is no scalar');
  return { value: Buffer.from(value), asset: Buffer.from(asset), nonce: Buffer.from(nonce) };
}

const valueOf = (units: number): Buffer => ElementsValue.fromNumber(units).bytes;

/** With the leading byte that marks it as unblinded. */
const assetOf = (id: string): Buffer => AssetHash.fromHex(id).bytes;

/** In the form that commitments are computed from. */
export const tagOf = (id: string): Buffer => AssetHash.fromHex(id).bytesWithoutPrefix;
