import type { Tenancy } from '../accounts/environment.ts';
import type { ApiKeyId } from '../ids.ts';
import type { Scope } from './api-key.ts';

/** For whom a route works: a key's environment, or that of a signed-in member. */
export interface Caller extends Tenancy {
  /** Which key asks; absent where a person does. */
  readonly keyId?: ApiKeyId;
  /** What that key may do. */
  readonly scopes?: readonly Scope[];
  /** Whether a signed-in person asks, and no key. */
  readonly isPerson?: boolean;
  /** What comes before an agent's idempotency keys, so that no other caller has the same. */
  readonly keySpace?: string;
}
