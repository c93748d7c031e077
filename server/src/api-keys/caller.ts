import type { Environment } from '../accounts/environment.ts';

/** For whom a route works: a key's environment, or that of a signed-in member. */
export interface Caller {
  readonly environment: Environment;
  /** Whether the installation moves no new money at present. */
  readonly safeMode: boolean;
}
