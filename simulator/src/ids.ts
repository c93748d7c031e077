import { createHash, randomBytes } from 'node:crypto';

/** A UUIDv7 without hyphens: 32 hex digits that sort by creation time. */
export function newId(): string {
  const random = randomBytes(10).toString('hex');
  const time = Date.now().toString(16).padStart(12, '0');
  const variant = '89ab'[Number.parseInt(random.charAt(3), 16) % 4] ?? '8';
  return `${time}7${random.slice(0, 3)}${variant}${random.slice(4, 19)}`;
}

export const hyphenated = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Callers may write an id with or without hyphens. */
export const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** The Pix network's end-to-end id: E, the bank's 8 digits, the minute, 11 characters. */
export function newEndToEndId(at: Date): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 12);
  return `E13203354${minute}${randomBytes(6).toString('hex').slice(0, 11)}`;
}

/** The provider's own id of a payer: always the same for the same tax number. */
export function euidOf(taxNumber: string): string {
  const digest = createHash('sha256').update(`euid:${taxNumber}`).digest();
  return `EU${(digest.readBigUInt64BE() % 10n ** 15n).toString().padStart(15, '0')}`;
}
