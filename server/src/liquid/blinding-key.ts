import { createECDH, createHmac } from 'node:crypto';
import { address as codec } from 'liquidjs-lib';
import type { LiquidAddress } from './address.ts';

const KEY = /^[0-9a-f]{64}$/i;

/** Whether the key unblinds outputs to the address. An unconfidential address has no key. */
export function isBlindingKeyOf(key: string, { address, confidential }: LiquidAddress): boolean {
  if (!confidential) return false;
  return blindingPoint(key)?.equals(codec.fromConfidential(address).blindingKey) ?? false;
}

/**
 * The blinding key of one address, derived from the wallet's master blinding key (SLIP-77); hex.
 */
export function slip77Key(masterHex: string, scriptHex: string): string {
  return createHmac('sha256', Buffer.from(masterHex, 'hex'))
    .update(Buffer.from(scriptHex, 'hex'))
    .digest('hex');
}

/**
 * The public key in the address that belongs to a blinding key; undefined if the key is invalid.
 */
export function blindingPoint(key: string): Buffer | undefined {
  if (!KEY.test(key)) return undefined;
  const ecdh = createECDH('secp256k1');
  try {
    ecdh.setPrivateKey(key, 'hex');
  } catch {
    // Zero, or not smaller than the order of the curve.
    return undefined;
  }
  return ecdh.getPublicKey(null, 'compressed');
}
