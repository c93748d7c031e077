import type { Config } from '../config.ts';
import { openPlace } from '../launch/open-place.ts';
import { findRunning } from '../launch/running.ts';
import { reachDatabase } from '../launch/with-database.ts';
import { type Env, withSettings } from '../platform/read-setting.ts';
import { chainChecks } from './check-chain.ts';
import { databaseChecks } from './check-database.ts';
import { type ProbedApp, providerChecks } from './check-provider.ts';
import { clockCheck, surroundingChecks } from './check-surroundings.ts';
import { type Finding, lookAt } from './finding.ts';

export interface DoctorTools {
  readonly taxId: string | undefined;
  readonly openApp: (env: Env) => ProbedApp;
}

/** Checks everything that a gateway needs, without changing anything, and says what to do. */
export async function doctor(config: Config, tools: DoctorTools): Promise<Finding[]> {
  const running = await findRunning(config.dataDir);
  const around = (): Promise<Finding[]> => lookAt(surroundingChecks(config, running));
  try {
    return await reachDatabase(config, async (url) => {
      const app = await openProbed(config, url, tools);
      if ('verdict' in app) return [app, ...(await around())];
      try {
        // The app was opened with the database found here; the settings are those the operator
        // made.
        const { databaseUrl, databasePooled } = config;
        const set = { ...app.config, databaseUrl, databasePooled };
        return await lookAt([
          ...databaseChecks(set, app.db, app.vault),
          clockCheck(app.db, {
            api: running?.url ?? set.baseUrl,
            provider: set.live?.baseUrl,
          }),
          ...providerChecks(app, tools.taxId),
          ...chainChecks(app),
          ...surroundingChecks(set, running),
        ]);
      } finally {
        await app.db.end();
      }
    });
  } catch (error) {
    const found = error instanceof Error ? error.message : 'it cannot be reached';
    const todo = 'Run this again once it serves: the other checks need it.';
    return [{ check: 'database', verdict: 'fail', found, todo }, ...(await around())];
  }
}

/** The app as a server would open it, or what prevents that. */
async function openProbed(
  config: Config,
  url: string,
  { openApp }: DoctorTools,
): Promise<ProbedApp | Finding> {
  try {
    const { env } = await openPlace(config, url);
    // The sandbox has its own limits; our budgets would require an environment.
    return openApp(withSettings(env, { PONTE_SANDBOX_STRICT: 'false' }));
  } catch (error) {
    const found = error instanceof Error ? error.message : 'they cannot be read';
    return { check: 'settings', verdict: 'fail', found, todo: 'Correct it, then run this again.' };
  }
}
