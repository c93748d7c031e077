import { type BeforeMigration, migrate, StandbyError } from '../platform/migrate.ts';
import { announceUpgrade } from './announce-upgrade.ts';
import { report } from './keep-running.ts';
import { wasLost } from './serving.ts';
import { waitFor } from './wait-for.ts';

const TIMEOUT_MS = 30_000;

/**
 * Migrates a database that may die and be restarted meanwhile, or whose standby may take over.
 * Each migration is atomic, so this can simply be repeated.
 * @param warn called before each migration, as by `migrate`
 * @throws as `migrate`, for a lost connection or a standby only after half a minute of them
 */
export async function migrateWithRetries(
  databaseUrl: string,
  directory: string,
  { signal, warn }: { signal?: AbortSignal; warn?: BeforeMigration } = {},
): Promise<void> {
  const announce = announceUpgrade(report);
  const before: BeforeMigration = async (name, database) => {
    await warn?.(name, database);
    await announce(name, database);
  };
  let lost: unknown;
  const attempt = async (): Promise<true | undefined> => {
    try {
      await migrate(databaseUrl, directory, before);
      return true;
    } catch (error) {
      if (!wasLost(error) && !(error instanceof StandbyError)) throw error;
      lost = error;
      return undefined;
    }
  };
  if (await waitFor(attempt, { timeoutMs: TIMEOUT_MS, everyMs: 250, signal })) return;
  throw lost;
}
