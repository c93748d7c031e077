import type { Tenancy } from '../accounts/environment.ts';
import type { ApiKeyId } from '../ids.ts';
import type { Scope } from './api-key.ts';

/** Whom a route acts for: a key's environment, or a signed-in member's. */
export interface Caller extends Tenancy {
  /** The calling key; absent for a signed-in person. */
  readonly keyId?: ApiKeyId;
  /** What the key may do. */
  readonly scopes?: readonly Scope[];
  /** The prefix of an agent's idempotency keys, which no other caller can use. */
  readonly keySpace?: string;
}
