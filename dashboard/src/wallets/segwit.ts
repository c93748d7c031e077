import type { Mode } from '../api/use-tenant.ts';

interface Code {
  readonly bits: bigint;
  readonly generator: readonly bigint[];
  /** The expected checksum residue, by witness version. */
  readonly sums: readonly bigint[];
}

/** BIP-173 and BIP-350. */
const BECH32: Code = {
  bits: 30n,
  generator: [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n],
  sums: [1n, 0x2bc830a3n],
};
/** ELIP-150 and the code before it: confidential addresses. */
const BLECH32: Code = {
  bits: 60n,
  generator: [
    0x7d52fba40bd886n,
    0x5e8dbf1a03950cn,
    0x1c3a3c74072a18n,
    0x385d72fa0e5139n,
    0x7093e5a608865bn,
  ],
  sums: [1n, 0x455972a3350f7a1n],
};
const PREFIXES = new Map<string, { readonly mode: Mode; readonly code: Code }>([
  ['ex', { mode: 'live', code: BECH32 }],
  ['lq', { mode: 'live', code: BLECH32 }],
  ['tex', { mode: 'test', code: BECH32 }],
  ['tlq', { mode: 'test', code: BLECH32 }],
  ['ert', { mode: 'test', code: BECH32 }],
  ['el', { mode: 'test', code: BLECH32 }],
]);
const DIGITS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

interface Segwit {
  readonly mode: Mode;
  readonly isWhole: boolean;
}

/** Parses a Liquid segwit address: its network, and whether its checksum is right. */
export function readSegwit(address: string): Segwit | undefined {
  const isOneCase = address === address.toLowerCase() || address === address.toUpperCase();
  const [, prefix = '', data = ''] = /^([a-z]+)1([0-9a-z]+)$/.exec(address.toLowerCase()) ?? [];
  const found = PREFIXES.get(prefix);
  if (found === undefined) return undefined;
  const letters = Array.from(prefix, (letter) => letter.charCodeAt(0));
  const digits = Array.from(data, (digit) => DIGITS.indexOf(digit));
  const symbols = [...letters.map((one) => one >> 5), 0, ...letters.map((one) => one & 31)];
  const isWhole =
    isOneCase &&
    !digits.includes(-1) &&
    found.code.sums.includes(sumOf([...symbols, ...digits], found.code));
  return { mode: found.mode, isWhole };
}

function sumOf(symbols: readonly number[], { bits, generator }: Code): bigint {
  const low = bits - 5n;
  return symbols.reduce((sum, symbol) => {
    const top = sum >> low;
    const next = ((sum & ((1n << low) - 1n)) << 5n) ^ BigInt(symbol);
    return generator.reduce((all, one, bit) => ((top >> BigInt(bit)) & 1n ? all ^ one : all), next);
  }, 1n);
}
