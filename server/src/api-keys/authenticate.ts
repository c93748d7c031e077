import { ApiError } from '../errors.ts';
import type { ApiKeyId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { hashKeyText, readKeyText, sameHash, type Scope } from './api-key.ts';
import type { Caller } from './caller.ts';
import { findUsableKey, type StoredKey } from './store.ts';

/** A key that calls, and what it may do. */
export interface KeyHolder extends Caller {
  readonly keyId: ApiKeyId;
  readonly scopes: readonly Scope[];
}

/** A revoked key or a changed setting takes effect on every node within two seconds. */
const REMEMBERED_MS = 1_500;
const MAX_REMEMBERED = 10_000;

/**
 * Answers who holds a key, asking the database at most once a key and 1.5 s.
 * @throws ApiError unauthorized
 */
export function openAuthenticator(db: Db): (header: string | undefined) => Promise<KeyHolder> {
  const remembered = new Map<ApiKeyId, { until: number; key: Promise<StoredKey | undefined> }>();
  const find = (id: ApiKeyId): Promise<StoredKey | undefined> => {
    const now = performance.now();
    const known = remembered.get(id);
    if (known && known.until > now) return known.key;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const key = findUsableKey(db, id);
    remembered.set(id, { until: now + REMEMBERED_MS, key });
    // A failed look-up says nothing of the key and must not be remembered.
    key.catch(() => remembered.delete(id));
    return key;
  };
  return async (header) => {
    const text = /^Bearer ([^\s]{1,128})$/i.exec(header ?? '')?.[1];
    const id = text === undefined ? undefined : readKeyText(text);
    if (text === undefined || id === undefined) throw new ApiError('unauthorized');
    const key = await find(id);
    if (!key || !sameHash(key.secretHash, hashKeyText(text))) throw new ApiError('unauthorized');
    const { scopes, environment, safeMode } = key;
    return { keyId: id, scopes, environment, safeMode };
  };
}
