import { randomFillSync, randomInt } from 'node:crypto';

/** One prefix per kind of thing; what follows is a UUIDv7 in Crockford base 32 (a TypeID). */
export type IdPrefix =
  | 'acc'
  | 'aud'
  | 'dep'
  | 'env'
  | 'evt'
  | 'inv'
  | 'key'
  | 'lnk'
  | 'lsn'
  | 'med'
  | 'nte'
  | 'psk'
  | 'rec'
  | 'req'
  | 'ses'
  | 'usr'
  | 'wal'
  | 'wdr'
  | 'whd'
  | 'whe'
  | 'wrq';
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;

export type AccountId = Id<'acc'>;
export type EnvironmentId = Id<'env'>;
export type DepositId = Id<'dep'>;
export type WithdrawalId = Id<'wdr'>;
/** What a merchant orders: a deposit or a withdrawal. */
export type OrderId = DepositId | WithdrawalId;
export type WalletId = Id<'wal'>;
export type PaymentLinkId = Id<'lnk'>;
export type EndpointId = Id<'whe'>;
export type DeliveryId = Id<'whd'>;
export type EventId = Id<'evt'>;
export type ApiKeyId = Id<'key'>;
export type UserId = Id<'usr'>;
export type SessionId = Id<'ses'>;
export type InvitationId = Id<'inv'>;
export type WithdrawalRequestId = Id<'wrq'>;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** A pattern of what follows a prefix and its underscore. */
export const ID_SUFFIX = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const SUFFIX = new RegExp(`^${ID_SUFFIX}$`);

let lastMs = 0;
let sequence = 0;

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A name or secret that cannot be guessed: 5.95 random bits per character of base 62. */
export function randomText(length: number, alphabet = BASE62): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A new id. Ids of one process ascend even within a millisecond; 62 bits or more are random. */
export function newId<Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix> {
  return `${prefix}_${encode(uuidv7())}`;
}

/** The smallest id of this kind for that time: ids made before it are smaller. */
export function firstIdAt<Prefix extends IdPrefix>(prefix: Prefix, at: Date): Id<Prefix> {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(at.getTime()) << 16n);
  return `${prefix}_${encode(bytes)}`;
}

/** The id, or undefined if the text is not a well-formed id of this kind. */
export function parseId<Prefix extends IdPrefix>(
  prefix: Prefix,
  text: string,
): Id<Prefix> | undefined {
  if (!text.startsWith(`${prefix}_`) || !SUFFIX.test(text.slice(prefix.length + 1)))
    return undefined;
  // Prefix and suffix were checked on the line above.
  return text as Id<Prefix>;
}

/** Ids as a PostgreSQL array literal: none of their characters needs quoting. */
export function idArray(ids: readonly Id<IdPrefix>[]): string {
  return `{${ids.join(',')}}`;
}

/** Random bytes cost more than the rest of an id, so they are fetched for many ids at once. */
const random = new Uint8Array(16 * 256);
let randomUsed = random.length;

function randomBytes16(): Uint8Array {
  if (randomUsed === random.length) {
    randomFillSync(random);
    randomUsed = 0;
  }
  randomUsed += 16;
  return random.slice(randomUsed - 16, randomUsed);
}

function uuidv7(): Uint8Array {
  const bytes = randomBytes16();
  const now = Date.now();
  sequence = now > lastMs ? (bytes[6] ?? 0) & 0x07 : sequence + 1;
  lastMs = Math.max(now, lastMs);
  if (sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(lastMs / 2 ** 32));
  view.setUint32(2, lastMs % 2 ** 32);
  view.setUint16(6, 0x7000 | sequence);
  view.setUint8(8, ((bytes[8] ?? 0) & 0x3f) | 0x80);
  return bytes;
}

/** 128 bits as 26 characters of 5 bits, the first of which carries only 3. */
function encode(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 2;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31] ?? '';
    }
    buffer &= (1 << bits) - 1;
  }
  return text;
}
