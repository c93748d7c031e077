import type { Mode } from '../accounts/environment.ts';
import type { Tenant } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';

/**
 * One client account at a provider: `live`, shared by all live environments, or a single test
 * environment, which is a client of its own at the sandbox.
 */
export type Connection = 'live' | EnvironmentId;

/** The connection of the environment with row `e`. */
export const CONNECTION_OF_E = sql`case e.mode when 'live' then 'live' else e.id end`;

export function connectionOf({ mode, environmentId }: Tenant): Connection {
  return mode === 'live' ? 'live' : environmentId;
}

export function modeOf(connection: Connection): Mode {
  return connection === 'live' ? 'live' : 'test';
}

/** The environment on whose behalf the live provider is called when none in particular is meant. */
export const LIVE_ASKER = sql`select id from environments where mode = 'live' order by id limit 1`;

/** @returns undefined if there is no live environment */
export async function findLiveAsker(db: Db): Promise<EnvironmentId | undefined> {
  const [row] = await db<{ id: EnvironmentId }>`${LIVE_ASKER}`;
  return row?.id;
}
