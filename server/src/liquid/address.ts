import { ECDH } from 'node:crypto';
import { address as codec, networks } from 'liquidjs-lib';
import { memoize } from '../platform/memoize.ts';

const NETWORKS = {
  liquid: networks.liquid,
  testnet: networks.testnet,
  regtest: networks.regtest,
} as const;

export type LiquidNetwork = keyof typeof NETWORKS;
export const LIQUID_NETWORKS: readonly LiquidNetwork[] = ['liquid', 'testnet', 'regtest'];

export interface LiquidAddress {
  /** As stored and compared: a segwit address written in capitals is lower-cased. */
  readonly address: string;
  readonly network: LiquidNetwork;
  readonly confidential: boolean;
  /** The output script in hex. A confidential address and its plain form share it. */
  readonly script: string;
}

export type AddressFault =
  | { readonly kind: 'other_network'; readonly network: LiquidNetwork }
  | { readonly kind: 'other_chain'; readonly chain: 'Bitcoin' | 'Ethereum' }
  | { readonly kind: 'unreadable' };

/** The lengths of all real addresses on the three networks are well within these bounds. */
const ADDRESS_TEXT = /^[0-9A-Za-z]{34,130}$/;
const UPPER_CASE_SEGWIT = /^(?:EX|LQ|TEX|TLQ|ERT|EL)1[0-9A-Z]+$/;
/**
 * P2PKH, P2SH, P2WPKH, P2WSH and P2TR: coins sent to any other witness program can be taken by
 * anyone.
 */
const PAYABLE_SCRIPT =
  /^(?:76a914[0-9a-f]{40}88ac|a914[0-9a-f]{40}87|0014[0-9a-f]{40}|0020[0-9a-f]{64}|5120[0-9a-f]{64})$/;

const BITCOIN_SEGWIT = /^(?:bc1|tb1|bcrt1)[0-9a-z]+$/i;
const BITCOIN_BASE58 = /^(?:[13mn]|2[MN])[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const ETHEREUM = /^0x[0-9a-f]{40}$/i;

/**
 * Parses an address; undefined unless it is valid and belongs to one of `allowed`. Nothing is
 * trimmed.
 */
export function readLiquidAddress(
  text: string,
  allowed: readonly LiquidNetwork[],
): LiquidAddress | undefined {
  if (!ADDRESS_TEXT.test(text)) return undefined;
  const address = UPPER_CASE_SEGWIT.test(text) ? text.toLowerCase() : text;
  // The prefix mostly tells the network, and trying to decode for another network is expensive.
  const named = LIQUID_NETWORKS.find((network) => isSegwitOf(address, network));
  for (const network of allowed) {
    if (named !== undefined && named !== network) continue;
    const found = DECODERS[network](address);
    if (found) return found;
  }
  return undefined;
}

const MAX_DECODED = 1_000;

/** Cached: decoding costs more than most of its uses, and the same addresses are decoded again. */
const decoderOf = (network: LiquidNetwork) =>
  memoize((address: string) => decode(address, network), MAX_DECODED);

const DECODERS = {
  liquid: decoderOf('liquid'),
  testnet: decoderOf('testnet'),
  regtest: decoderOf('regtest'),
};

function isSegwitOf(address: string, name: LiquidNetwork): boolean {
  const { bech32, blech32 } = NETWORKS[name];
  return address.startsWith(`${bech32}1`) || address.startsWith(`${blech32}1`);
}

/** Why `readLiquidAddress` refused a text, as far as the text itself tells. */
export function addressFault(text: string): AddressFault {
  const elsewhere = readLiquidAddress(text, LIQUID_NETWORKS);
  if (elsewhere) return { kind: 'other_network', network: elsewhere.network };
  if (ETHEREUM.test(text)) return { kind: 'other_chain', chain: 'Ethereum' };
  if (BITCOIN_SEGWIT.test(text) || BITCOIN_BASE58.test(text))
    return { kind: 'other_chain', chain: 'Bitcoin' };
  return { kind: 'unreadable' };
}

function decode(address: string, name: LiquidNetwork): LiquidAddress | undefined {
  const network = NETWORKS[name];
  try {
    const output = codec.toOutputScript(address, network);
    if (!isPayable(output)) return undefined;
    const plain = codec.fromOutputScript(output, network);
    const confidential = plain !== address;
    if (confidential && !isBlinded(address, plain)) return undefined;
    return { address, network: name, confidential, script: output.toString('hex') };
  } catch {
    // The codec throws for anything that it cannot decode.
    return undefined;
  }
}

/**
 * The codec accepts too much: a checksum of the wrong witness version, a longer prefix, a wrong
 * prefix byte. It only encodes the right form, so an address that differs from its re-encoded form
 * is invalid. A blinding key off the curve would make sending impossible.
 */
function isBlinded(address: string, plain: string): boolean {
  const { blindingKey } = codec.fromConfidential(address);
  return codec.toConfidential(plain, blindingKey) === address && isCurvePoint(blindingKey);
}

function isPayable(output: Buffer): boolean {
  const script = output.toString('hex');
  if (!PAYABLE_SCRIPT.test(script)) return false;
  // A taproot program is a public key's x coordinate; coins sent to any other number are lost.
  return !script.startsWith('5120') || isCurvePoint(Buffer.from(`02${script.slice(4)}`, 'hex'));
}

function isCurvePoint(compressedKey: Buffer): boolean {
  try {
    ECDH.convertKey(compressedKey, 'secp256k1');
    return true;
  } catch {
    return false;
  }
}
