import { HDKey } from '@scure/bip32';
import { address as codec, networks } from 'liquidjs-lib';
import type { LiquidAddress, LiquidNetwork } from './address.ts';
import { blindingPoint, slip77Key } from './blinding-key.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';

/** A wallet's watch-only descriptor, from which its addresses are derived; no spending keys. */
export interface Descriptor {
  /** In hex; every address's blinding key is derived from it (SLIP-77). */
  readonly masterBlindingKey: string;
  /** `xpub…`, or `tpub…` in test. */
  readonly accountKey: string;
  /** 0 for receiving, 1 for change, which not every descriptor has. */
  readonly branches: readonly (0 | 1)[];
}

export type DescriptorFault =
  | 'checksum'
  /** It contains a private key. */
  | 'private_key'
  /** Its key is for the main network in test, or the other way round. */
  | 'other_network'
  /** A descriptor, but not `ct(slip77(…),elwpkh(…/<0;1>/*))`. */
  | 'other_kind'
  | 'unreadable';

export type ReadDescriptor =
  | { readonly descriptor: Descriptor; readonly fault?: never }
  | { readonly descriptor?: never; readonly fault: DescriptorFault };

const MAX_LENGTH = 1_000;
const ORIGIN = String.raw`(?:\[[0-9a-fA-F]{8}(?:\/\d{1,10}['h]?)*\])?`;
const FORM = new RegExp(
  String.raw`^ct\(slip77\(([0-9a-fA-F]{64})\),elwpkh\(${ORIGIN}([A-Za-z]pub[1-9A-HJ-NP-Za-km-z]{107})\/(0|<0;1>)\/\*\)\)$`,
);
const BASE58 = '1-9A-HJ-NP-Za-km-z';
/** An extended private key of any coin, or a single one in the export format of wallets. */
const PRIVATE_KEY = new RegExp(
  `(?<![0-9A-Za-z])(?:[a-z]prv[${BASE58}]|[59KLc][${BASE58}]{50,51}(?![0-9A-Za-z]))`,
);
const ANY_DESCRIPTOR = /^(?:ct|[a-z]{2,10})\(.+\)$/;

/** The BIP-32 prefixes, which Liquid shares with Bitcoin. */
const KEYS = {
  live: { prefix: 'xpub', versions: { private: 0x0488ade4, public: 0x0488b21e } },
  test: { prefix: 'tpub', versions: { private: 0x04358394, public: 0x043587cf } },
} as const;

/** Never repeats any part of a refused text, which may contain a key. */
export function readDescriptor(text: string, mode: 'live' | 'test'): ReadDescriptor {
  if (text.length > MAX_LENGTH) return { fault: 'unreadable' };
  if (PRIVATE_KEY.test(text)) return { fault: 'private_key' };
  const [body = '', checksum, ...rest] = text.split('#');
  if (rest.length > 0) return { fault: 'unreadable' };
  if (checksum !== undefined && checksum !== descriptorChecksum(body)) return { fault: 'checksum' };
  const [, blinding, account = '', path] = FORM.exec(body) ?? [];
  if (blinding === undefined)
    return { fault: ANY_DESCRIPTOR.test(body) ? 'other_kind' : 'unreadable' };
  if (!account.startsWith(KEYS[mode].prefix)) {
    const isOther = Object.values(KEYS).some(({ prefix }) => account.startsWith(prefix));
    return { fault: isOther ? 'other_network' : 'other_kind' };
  }
  if (!readAccountKey(account)) return { fault: 'unreadable' };
  return {
    descriptor: {
      masterBlindingKey: blinding.toLowerCase(),
      accountKey: account,
      branches: path === '0' ? [0] : [0, 1],
    },
  };
}

/** Derives a branch's scripts by position; each takes a third of the time of its address. */
export function scriptsOf(descriptor: Descriptor, branch: 0 | 1): (position: number) => string {
  if (!descriptor.branches.includes(branch)) throw new RangeError('no such branch');
  const parent = readAccountKey(descriptor.accountKey)?.deriveChild(branch);
  return (position) => {
    const hash = parent?.deriveChild(position).pubKeyHash;
    if (!hash) throw new Error('a descriptor that was read has no such address');
    return `0014${Buffer.from(hash).toString('hex')}`;
  };
}

/** One address of the wallet, with its blinding key. */
export function addressAt(
  descriptor: Descriptor,
  network: LiquidNetwork,
  branch: 0 | 1,
  position: number,
): { address: LiquidAddress; blindingKey: string } {
  const script = scriptsOf(descriptor, branch)(position);
  const blindingKey = slip77Key(descriptor.masterBlindingKey, script);
  const point = blindingPoint(blindingKey);
  if (!point) throw new Error('a descriptor that was read has no such address');
  const program = Buffer.from(script.slice('0014'.length), 'hex');
  const plain = codec.toBech32(program, 0, networks[network].bech32);
  const address = codec.toConfidential(plain, point);
  return { address: { address, network, confidential: true, script }, blindingKey };
}

/** Undefined if characters are wrong, or its numbers are not a valid key. */
function readAccountKey(text: string): HDKey | undefined {
  const kind = Object.values(KEYS).find(({ prefix }) => text.startsWith(prefix));
  try {
    return kind && HDKey.fromExtendedKey(text, kind.versions);
  } catch {
    return undefined;
  }
}
