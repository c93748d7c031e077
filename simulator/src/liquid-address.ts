import { createECDH, createHmac, ECDH } from 'node:crypto';
import { address, networks, payments } from 'liquidjs-lib';

const { liquid, testnet, regtest } = networks;

/** Whether the text is an address of any Liquid network, so that any wallet serves for testing. */
export function isLiquidAddress(text: string): boolean {
  if (!/^[0-9A-Za-z]{25,130}$/.test(text)) return false;
  return [liquid, testnet, regtest].some((network) => isAddressOf(canonical(text), network));
}

/** Segwit addresses may be written in capitals, which the library does not read. */
const canonical = (text: string): string =>
  /^(LQ|EX|TLQ|TEX|EL|ERT)1[^a-z]+$/.test(text) ? text.toLowerCase() : text;

function isAddressOf(text: string, network: typeof liquid): boolean {
  try {
    address.toOutputScript(text, network);
    if (!address.isConfidential(text)) return true;
    // The library takes any 33 bytes for a blinding key; a conversion needs a point on the curve.
    ECDH.convertKey(address.fromConfidential(text).blindingKey, 'secp256k1');
    return true;
  } catch {
    return false;
  }
}

/** A confidential testnet address (`tlq1…`) that belongs to this id alone. */
export function depositAddressOf(seed: Buffer, id: string): string {
  const payment = payments.p2wpkh({
    pubkey: publicKey(seed, `spend ${id}`),
    blindkey: publicKey(seed, `blind ${id}`),
    network: testnet,
  });
  if (payment.confidentialAddress === undefined) throw new Error('an address without blinding');
  return payment.confidentialAddress;
}

function publicKey(seed: Buffer, purpose: string): Buffer {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(createHmac('sha256', seed).update(purpose).digest());
  return curve.getPublicKey(null, 'compressed');
}
