import { createECDH, createHmac } from 'node:crypto';
import { address as codec } from 'liquidjs-lib';
import type { LiquidAddress } from './address.ts';

const KEY = /^[0-9a-f]{64}$/i;

/** Whether the key opens what is sent to the address. A plain address has none. */
export function isBlindingKeyOf(key: string, { address, confidential }: LiquidAddress): boolean {
  if (!confidential) return false;
  return blindingPoint(key)?.equals(codec.fromConfidential(address).blindingKey) ?? false;
}

/** The key of one address, of the wallet's master blinding key (SLIP-77). Both in hex. */
export function slip77Key(masterHex: string, scriptHex: string): string {
  return createHmac('sha256', Buffer.from(masterHex, 'hex'))
    .update(Buffer.from(scriptHex, 'hex'))
    .digest('hex');
}

/** What an address shows of a blinding key; nothing where the number is none. */
export function blindingPoint(key: string): Buffer | undefined {
  if (!KEY.test(key)) return undefined;
  const ecdh = createECDH('secp256k1');
  try {
    ecdh.setPrivateKey(key, 'hex');
  } catch {
    // Zero, or no smaller than the order of the curve.
    return undefined;
  }
  return ecdh.getPublicKey(null, 'compressed');
}
