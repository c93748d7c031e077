import { Transaction } from 'liquidjs-lib';

/** A block has at most 4 MB, so no transaction has more hex digits. */
export const MAX_HEX_LENGTH = 8_000_000;

/** @throws Error unless it is one whole transaction in hex, with or without witnesses. */
export function parseTransaction(hex: string): Transaction {
  if (hex.length > MAX_HEX_LENGTH) throw new Error('too long for a transaction');
  // Buffer.from would silently stop at the first invalid character.
  if (hex.length % 2 !== 0 || /[^0-9a-f]/i.test(hex)) throw new Error('a transaction is hex');
  try {
    return Transaction.fromHex(hex);
  } catch (cause) {
    throw new Error('no Liquid transaction', { cause });
  }
}
