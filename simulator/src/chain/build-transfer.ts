import { createHmac } from 'node:crypto';
import { AssetHash, ElementsValue, payments, Transaction } from 'liquidjs-lib';
import { type KeyPair, keyPairOf } from '../liquid-address.ts';
import { loadZkp } from './load-zkp.ts';
import { FEE_ASSET, FEE_UNITS, type Transfer } from './transfer.ts';

const NOTHING = Buffer.alloc(32);
const NEWLY_MINTED = 0xffffffff;
const NO_NONCE = Buffer.alloc(1);
const NO_SCRIPT = Buffer.alloc(0);

/** A transaction without witnesses, on which its id does not depend, and the coin it spends. */
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

/** Makes what the transfer pays out of nothing, as a coinbase does, and its fee beside it. */
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

/** Deriving it takes longer than all else that is done for a payment which hides nothing. */
const mints = new WeakMap<Buffer, Mint>();

/** Whose coins all of this sandbox's are until they are spent. */
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

/** What a commitment hides, and what proves it. The same whenever it is made. */
export interface Blinders {
  readonly assetBlinder: Buffer;
  readonly valueBlinder: Buffer;
  /** With it the receiver's key finds all this in the range proof. */
  readonly ephemeralKey: Buffer;
}

/** With one hidden output among open ones, its blinders have to cancel each other out. */
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

/** With the byte in front that says that it is not hidden. */
const assetOf = (id: string): Buffer => AssetHash.fromHex(id).bytes;

/** As commitments are made of it. */
export const tagOf = (id: string): Buffer => AssetHash.fromHex(id).bytesWithoutPrefix;
