import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../errors.ts';
import type { ApiKeyId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import { readKeyText, type Scope } from './api-key.ts';
import type { Caller } from './caller.ts';
import { findUsableKey, type StoredKey } from './store.ts';

/** A calling key, and what it may do. */
export interface KeyHolder extends Caller {
  readonly keyId: ApiKeyId;
  /** The names its calls are rate-limited by; building one costs more than counting. */
  readonly counted: Readonly<Record<'read' | 'money', string>>;
  readonly scopes: readonly Scope[];
  /** Whether it works for agents at /mcp, and nowhere else. */
  readonly isAgent: boolean;
  /** Whether it may do more there than read. */
  readonly hasCaps: boolean;
}

/** Finds the holder of the key in an `Authorization` header; synchronous if it is cached. */
export type Authenticate = (header: string | undefined) => KeyHolder | Promise<KeyHolder>;

/** Revoking a key or changing a setting takes effect on every node within two seconds. */
const REMEMBERED_MS = 1_500;
const MAX_REMEMBERED = 10_000;

/** A result, and until when it is valid. */
interface Known<Found> {
  readonly until: number;
  readonly found: Found;
}

/**
 * Authenticates keys, with at most one query per key and 1.5 s.
 * @throws ApiError unauthorized
 */
export function openAuthenticator(db: Db): Authenticate {
  const keys = new Map<ApiKeyId, Known<Promise<StoredKey | undefined>>>();
  /** By whole header, for valid keys only: repeated calls need no hashing. */
  const holders = new Map<string, Known<KeyHolder>>();
  let clearAt = 0;
  const find = (id: ApiKeyId): Known<Promise<StoredKey | undefined>> => {
    const now = performance.now();
    const known = keys.get(id);
    if (known && known.until > now) return known;
    const lookup = { until: now + REMEMBERED_MS, found: findUsableKey(db, id) };
    remember(keys, id, lookup);
    // A failed lookup says nothing about the key and must not be cached.
    lookup.found.catch(() => keys.delete(id));
    return lookup;
  };
  const prove = async (header: string): Promise<KeyHolder> => {
    const text = /^Bearer +([^\s]{1,128})$/i.exec(header)?.[1];
    const id = text === undefined ? undefined : readKeyText(text);
    if (text === undefined || id === undefined) throw new ApiError('unauthorized');
    const { until, found } = find(id);
    const key = await found;
    const isRight = key !== undefined && timingSafeEqual(key.secretHash, hashToken(text));
    if (!isRight) throw new ApiError('unauthorized');
    const { scopes, isAgent, hasCaps, environment, safeMode } = key;
    const counted = { read: `${id} read`, money: `${id} money` };
    const holder = { keyId: id, counted, scopes, isAgent, hasCaps, environment, safeMode };
    remember(holders, header, { until, found: holder });
    return holder;
  };
  return (header = '') => {
    const now = performance.now();
    const known = holders.get(header);
    if (known && known.until > now) return known.found;
    // The text of a key must not stay in memory once nobody uses it any more.
    if (clearAt <= now) {
      holders.clear();
      clearAt = now + REMEMBERED_MS;
    }
    return prove(header);
  };
}

function remember<Key, Found>(known: Map<Key, Found>, key: Key, found: Found): void {
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(key, found);
}
