import { randomBytes } from 'node:crypto';
import { address, networks } from 'liquidjs-lib';
import { type LiquidAddress, readLiquidAddress } from './address.ts';

/** A test-network address whose key nobody has: enough for rehearsals. */
export function randomTestAddress(): LiquidAddress {
  const text = address.toBech32(randomBytes(20), 0, networks.testnet.bech32);
  const read = readLiquidAddress(text, ['testnet']);
  if (!read) throw new Error('an address that was made cannot be read');
  return read;
}
