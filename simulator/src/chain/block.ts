import { createHmac } from 'node:crypto';
import type { Tip } from './store.ts';

/**
 * A block's hash, which changes with each reorganisation. It ends in the height, so that a hash
 * tells which block is meant.
 */
export function blockHashOf(seed: Buffer, height: number, branch: number): string {
  const digest = createHmac('sha256', seed).update(`block ${height} ${branch}`).digest('hex');
  return digest.slice(0, 56) + height.toString(16).padStart(8, '0');
}

export const heightInHash = (hash: string): number => Number.parseInt(hash.slice(56), 16);

/** In seconds since 1970. */
export function blockTimeOf({ genesisAt, blockMs }: Tip, height: number): number {
  return Math.floor((genesisAt.getTime() + height * blockMs) / 1_000);
}
