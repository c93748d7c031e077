import { crc32 } from 'node:zlib';
import type { Mode } from '../accounts/environment.ts';
import type { Person } from '../audits/audit.ts';
import { type ApiKeyId, BASE62, type EnvironmentId, parseId, randomText } from '../ids.ts';
import type { Cents } from '../money.ts';

export const SCOPES = [
  'deposit:create',
  'withdrawal:create',
  'read:transactions',
  'read:balance',
  'wallets:read',
  'wallets:write',
  'links:manage',
  'webhook:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What an agent's key may order, per call and per day in São Paulo. */
export interface Caps {
  readonly perCallCents: Cents;
  readonly perDayCents: Cents;
}

/** The stored part of a key. Its text is shown once and not stored. */
export interface ApiKey {
  readonly id: ApiKeyId;
  readonly environmentId: EnvironmentId;
  readonly name: string;
  readonly mode: Mode;
  readonly lastFour: string;
  readonly scopes: readonly Scope[];
  /** Whether it works for agents at /mcp, and nowhere else. */
  readonly isAgent: boolean;
  /** Null for an agent's key that only reads, and for any key that is not an agent's. */
  readonly caps: Caps | null;
  /** Null for a key that an operator created. */
  readonly createdBy: Person | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The beginning of the IP address. */
  readonly lastUsedFrom: string | null;
  readonly revokedAt: Date | null;
}

const FORM = /^pt_(test|live)_([0-9a-z]{26})_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** `pt_test_<id part>_<32 random><6 checksum>`; a scanner can tell a real key from a look-alike. */
export function newKeyText(mode: Mode, id: ApiKeyId): string {
  const head = `pt_${mode}_${id.slice('key_'.length)}_${randomText(32)}`;
  return head + checksum(head);
}

/** The id in a key's text; undefined if it does not have the form of our keys. */
export function readKeyText(text: string): ApiKeyId | undefined {
  const [, , idPart, , sum] = FORM.exec(text) ?? [];
  if (idPart === undefined || sum !== checksum(text.slice(0, -6))) return undefined;
  return parseId('key', `key_${idPart}`);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = (BASE62[rest % 62] ?? '') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * The stored part of an address: enough to recognise one's own server, too little to locate others.
 */
export function beginningOf(address: string): string {
  const [, one, two] = /^(?:::ffff:)?(\d+)\.(\d+)\.\d+\.\d+$/.exec(address) ?? [];
  if (one !== undefined && two !== undefined) return `${one}.${two}.x.x`;
  const groups = address.split(':').slice(0, 2);
  return /^[0-9a-f]{1,4}$/i.test(groups[0] ?? '') ? `${groups.join(':')}:x` : 'x';
}
