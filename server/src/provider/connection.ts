import type { Tenant } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';

/**
 * One client of one provider: `live`, which all live environments share, or the test environment
 * that is a partner of its own at the sandbox.
 */
export type Connection = 'live' | EnvironmentId;

export function connectionOf({ mode, environmentId }: Tenant): Connection {
  return mode === 'live' ? 'live' : environmentId;
}
