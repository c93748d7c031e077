/** Replaces `node:crypto`: randomness comes from the seed, everything else is real. */
export * from 'node:crypto';
import type { UUID } from 'node:crypto';
import { chance } from './surroundings.ts';

export function randomBytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => Math.floor(chance() * 256)));
}

export function randomFillSync<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  bytes.set(randomBytes(bytes.length));
  return bytes;
}

export function randomInt(min: number, max?: number): number {
  const [from, to] = max === undefined ? [0, min] : [min, max];
  return from + Math.floor(chance() * (to - from));
}

export function randomUUID(): UUID {
  const part = (): string =>
    Math.floor(chance() * 0x1_0000)
      .toString(16)
      .padStart(4, '0');
  return `${part()}${part()}-${part()}-4${part().slice(1)}-8${part().slice(1)}-${part()}${part()}${part()}`;
}
