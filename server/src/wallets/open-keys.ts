import type { Vault } from '../platform/vault.ts';
import type { LiquidNetwork } from '../liquid/address.ts';
import { addressAt, type Descriptor, readDescriptor } from '../liquid/descriptor.ts';

const BLINDING_KEY = 'wallets.blinding_key';
const DESCRIPTOR = 'wallets.descriptor';

export interface SealedKeys {
  readonly network: LiquidNetwork;
  readonly blindingKey: string | null;
  readonly descriptor: string | null;
}

/** The place of an address in a descriptor. */
export interface Place {
  /** 1 is the wallet's own change. */
  readonly branch: 0 | 1;
  readonly position: number;
}

export function sealBlindingKey(vault: Vault, key: string): string {
  return vault.seal(BLINDING_KEY, key);
}

export function sealDescriptor(vault: Vault, descriptor: string): string {
  return vault.seal(DESCRIPTOR, descriptor);
}

export function openDescriptor(vault: Vault, network: LiquidNetwork, sealed: string): Descriptor {
  const text = vault.open(DESCRIPTOR, sealed);
  const { descriptor } = readDescriptor(text, network === 'liquid' ? 'live' : 'test');
  if (!descriptor) throw new Error('a descriptor that was accepted is not read any more');
  return descriptor;
}

/** The key that unblinds outputs to one address of a wallet; undefined if its owner gave none. */
export function openBlindingKey(
  vault: Vault,
  { network, blindingKey, descriptor, branch, position }: SealedKeys & Place,
): string | undefined {
  if (blindingKey !== null) return vault.open(BLINDING_KEY, blindingKey);
  if (descriptor === null) return undefined;
  return addressAt(openDescriptor(vault, network, descriptor), network, branch, position)
    .blindingKey;
}
