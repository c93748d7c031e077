import { createHash } from 'node:crypto';
import type { ApiKeyId } from '../ids.ts';
import { canonicalJson } from '../platform/json.ts';

/** Prefix of an agent's idempotency keys; no program's key can start like this: it has a tab. */
export function keySpaceOf(keyId: ApiKeyId): string {
  return `agent ${keyId}\t`;
}

/** Keys that an agent may choose; derived keys contain a space. */
export const CHOSEN_KEY = '^[!-~]{1,100}$';

/**
 * The key of an order: the one that the agent chose, or one derived from its content, so that
 * repeating a call whose answer was lost repeats the same order.
 */
export function nameOrder(tool: string, order: unknown, chosen: string | undefined): string {
  if (chosen !== undefined) return chosen;
  const hash = createHash('sha256').update(`${tool}\n${canonicalJson(order)}`);
  return `same order ${hash.digest('base64url')}`;
}
