import { randomBytes } from 'node:crypto';
import { address, networks } from 'liquidjs-lib';
import { type LiquidAddress, readLiquidAddress } from './address.ts';

/** An address of the test network that nobody has the key of: enough to rehearse with. */
export function randomTestAddress(): LiquidAddress {
  const text = address.toBech32(randomBytes(20), 0, networks.testnet.bech32);
  const read = readLiquidAddress(text, ['testnet']);
  if (!read) throw new Error('an address that was made cannot be read');
  return read;
}
