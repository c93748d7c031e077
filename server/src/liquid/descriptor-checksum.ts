/** BIP-380: each character is identified by its group of 32 and its index within that group. */
const CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const DIGITS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const LENGTH = 8;

/** The eight characters after `#`; undefined for characters that no descriptor can contain. */
export function descriptorChecksum(text: string): string | undefined {
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const character of text) {
    const place = CHARACTERS.indexOf(character);
    if (place < 0) return undefined;
    symbols.push(place % 32);
    groups.push(Math.floor(place / 32));
    if (groups.length < 3) continue;
    symbols.push(ternary(groups));
    groups = [];
  }
  if (groups.length > 0) symbols.push(ternary(groups));
  const padded = [...symbols, ...Array.from({ length: LENGTH }, () => 0)];
  const sum = padded.reduce(advance, 1n) ^ 1n;
  return Array.from({ length: LENGTH }, (_, at) =>
    DIGITS.charAt(Number((sum >> BigInt(5 * (LENGTH - 1 - at))) & 31n)),
  ).join('');
}

function ternary(digits: readonly number[]): number {
  return digits.reduce((sum, digit) => sum * 3 + digit, 0);
}

/** One step of the polynomial checksum over 40-bit numbers. */
function advance(sum: bigint, symbol: number): bigint {
  const top = sum >> 35n;
  const next = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
  return GENERATOR.reduce((all, one, bit) => ((top >> BigInt(bit)) & 1n ? all ^ one : all), next);
}
