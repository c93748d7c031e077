import type { Mode } from '../accounts/environment.ts';
import { listEnvironments } from '../accounts/store.ts';
import { type ApiKeyId, newId, type UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import { type Caps, newKeyText, type Scope } from './api-key.ts';
import { insertKey } from './store.ts';

export interface KeyOrder {
  readonly accountId: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly name: string;
  readonly expiresInDays?: number | undefined;
  /** The person who created it; absent for an operator. */
  readonly createdBy?: UserId | undefined;
  /** For an agent's key: what it may order, or null if it only reads. */
  readonly agent?: { readonly caps: Caps | null } | undefined;
}

/** @returns the key with its text, which is never shown again */
export async function createKey(
  db: Db | Tx,
  order: KeyOrder,
): Promise<{ id: ApiKeyId; key: string }> {
  const environments = await listEnvironments(db, order.accountId);
  const environment = environments.find(({ mode }) => mode === order.mode);
  if (!environment) throw new Error('no such account: the command account list shows them');
  const id = newId('key');
  const key = newKeyText(order.mode, id);
  await insertKey(db, {
    environmentId: environment.id,
    id,
    name: order.name,
    secretHash: hashToken(key),
    lastFour: key.slice(-4),
    scopes: order.scopes,
    expiresInDays: order.expiresInDays,
    createdBy: order.createdBy,
    isAgent: order.agent !== undefined,
    caps: order.agent?.caps ?? null,
  });
  return { id, key };
}
