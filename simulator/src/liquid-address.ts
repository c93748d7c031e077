import { createECDH, createHmac, ECDH } from 'node:crypto';
import { address, networks, payments } from 'liquidjs-lib';

const { liquid, testnet, regtest } = networks;
const NETWORKS = [liquid, testnet, regtest];

/** Where a payment goes, read from an address of any Liquid network: any wallet will do. */
export interface Receiver {
  /** In hex. */
  readonly script: string;
  /** In hex; null unless the address is confidential. */
  readonly blindingPublicKey: string | null;
  /** The address without a blinding key. */
  readonly plainAddress: string;
}

export function isLiquidAddress(text: string): boolean {
  return readReceiver(text) !== undefined;
}

const MAX_KNOWN = 2_000;
const known = new Map<string, Receiver | undefined>();

/** Parsing one is expensive, and the same ones are asked for again and again. */
export function readReceiver(text: string): Receiver | undefined {
  if (!/^[0-9A-Za-z]{25,130}$/.test(text)) return undefined;
  if (known.has(text)) return known.get(text);
  if (known.size >= MAX_KNOWN) known.clear();
  const receiver = decode(text);
  known.set(text, receiver);
  return receiver;
}

function decode(text: string): Receiver | undefined {
  const written = canonical(text);
  const named = NETWORKS.find((network) => isSegwitOf(written, network));
  for (const network of named ? [named] : NETWORKS) {
    const receiver = receiverOf(written, network);
    if (receiver) return receiver;
  }
  return undefined;
}

/** Then no other network needs to be tried, which would be expensive and in vain. */
const isSegwitOf = (text: string, { bech32, blech32 }: typeof liquid): boolean =>
  text.startsWith(`${bech32}1`) || text.startsWith(`${blech32}1`);

/** Segwit addresses may be in upper case, which the library does not parse. */
const canonical = (text: string): string =>
  /^(LQ|EX|TLQ|TEX|EL|ERT)1[^a-z]+$/.test(text) ? text.toLowerCase() : text;

function receiverOf(text: string, network: typeof liquid): Receiver | undefined {
  try {
    const script = address.toOutputScript(text, network).toString('hex');
    if (!address.isConfidential(text))
      return { script, blindingPublicKey: null, plainAddress: text };
    const { blindingKey, unconfidentialAddress } = address.fromConfidential(text);
    // The library accepts any 33 bytes as a blinding key; converting them requires a point on the
    // curve.
    ECDH.convertKey(blindingKey, 'secp256k1');
    const plainAddress = unconfidentialAddress;
    return { script, blindingPublicKey: blindingKey.toString('hex'), plainAddress };
  } catch {
    return undefined;
  }
}

/** A confidential testnet address (`tlq1…`) that belongs to this id alone. */
export function depositAddressOf(seed: Buffer, id: string): string {
  const payment = payments.p2wpkh({
    pubkey: keyPairOf(seed, `spend ${id}`).publicKey,
    blindkey: keyPairOf(seed, `blind ${id}`).publicKey,
    network: testnet,
  });
  if (payment.confidentialAddress === undefined) throw new Error('an address without blinding');
  return payment.confidentialAddress;
}

export interface KeyPair {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
}

/** Deterministic for a purpose. */
export function keyPairOf(seed: Buffer, purpose: string): KeyPair {
  const curve = createECDH('secp256k1');
  const privateKey = createHmac('sha256', seed).update(purpose).digest();
  curve.setPrivateKey(privateKey);
  return { privateKey, publicKey: curve.getPublicKey(null, 'compressed') };
}
