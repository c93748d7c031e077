import { createHash } from 'node:crypto';
import type { ApiKeyId } from '../ids.ts';
import { canonicalJson } from '../platform/json.ts';

/** Before the idempotency keys of an agent, which no program's key can begin with: it is a tab. */
export function keySpaceOf(keyId: ApiKeyId): string {
  return `agent ${keyId}\t`;
}

/** What an agent may choose; others are derived, and have a space. */
export const CHOSEN_KEY = '^[!-~]{1,100}$';

/**
 * The name of an order: what the agent chose, or else what it says, so that a call repeated by
 * whoever lost its answer is the same order.
 */
export function nameOrder(tool: string, order: unknown, chosen: string | undefined): string {
  if (chosen !== undefined) return chosen;
  const hash = createHash('sha256').update(`${tool}\n${canonicalJson(order)}`);
  return `same order ${hash.digest('base64url')}`;
}
