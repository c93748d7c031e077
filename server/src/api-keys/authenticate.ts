import { ApiError } from '../errors.ts';
import type { ApiKeyId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { hashKeyText, readKeyText, sameHash, type Scope } from './api-key.ts';
import type { Caller } from './caller.ts';
import { findUsableKey, type StoredKey } from './store.ts';

/** A key that calls, and what it may do. */
export interface KeyHolder extends Caller {
  readonly keyId: ApiKeyId;
  /** Under which names its calls are counted: to put one together takes longer than to count. */
  readonly counted: Readonly<Record<'read' | 'money', string>>;
  readonly scopes: readonly Scope[];
  /** Whether it opens the door of agents, and no other. */
  readonly isAgent: boolean;
  /** Whether it may do more there than read. */
  readonly hasCaps: boolean;
}

/** Who holds the key in a header `Authorization`: at once where it is remembered. */
export type Authenticate = (header: string | undefined) => KeyHolder | Promise<KeyHolder>;

/** A revoked key or a changed setting takes effect on every node within two seconds. */
const REMEMBERED_MS = 1_500;
const MAX_REMEMBERED = 10_000;

/** What was found, and until when that is believed. */
interface Known<Found> {
  readonly until: number;
  readonly found: Found;
}

/**
 * Answers who holds a key, asking the database at most once a key and 1.5 s.
 * @throws ApiError unauthorized
 */
export function openAuthenticator(db: Db): Authenticate {
  const keys = new Map<ApiKeyId, Known<Promise<StoredKey | undefined>>>();
  /** By the whole header, only of those that were right: nothing is computed for them again. */
  const holders = new Map<string, Known<KeyHolder>>();
  let clearAt = 0;
  const find = (id: ApiKeyId): Known<Promise<StoredKey | undefined>> => {
    const now = performance.now();
    const known = keys.get(id);
    if (known && known.until > now) return known;
    const asked = { until: now + REMEMBERED_MS, found: findUsableKey(db, id) };
    remember(keys, id, asked);
    // A failed look-up says nothing of the key and must not be remembered.
    asked.found.catch(() => keys.delete(id));
    return asked;
  };
  const prove = async (header: string): Promise<KeyHolder> => {
    const text = /^Bearer +([^\s]{1,128})$/i.exec(header)?.[1];
    const id = text === undefined ? undefined : readKeyText(text);
    if (text === undefined || id === undefined) throw new ApiError('unauthorized');
    const { until, found } = find(id);
    const key = await found;
    if (!key || !sameHash(key.secretHash, hashKeyText(text))) throw new ApiError('unauthorized');
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
    // The text of a key does not stay in memory when nobody asks with it any more.
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
