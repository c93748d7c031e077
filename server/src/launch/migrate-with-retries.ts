import { describeServing } from '../platform/find-serving.ts';
import { type BeforeMigration, migrate, StandbyError } from '../platform/migrate.ts';
import { report } from './keep-running.ts';
import { ServedError } from './refuse-beside-serving.ts';
import { wasLost } from './serving.ts';
import { waitFor } from './wait-for.ts';

const TIMEOUT_MS = 30_000;

/**
 * Migrates a database that may die and be restarted meanwhile, whose standby may take over, or that
 * an older version is still leaving. Each migration is atomic, so this can simply be repeated.
 * @param refuse called before each migration, as by `migrate`
 * @throws as `migrate`, for what may pass only after half a minute of it
 */
export async function migrateWithRetries(
  databaseUrl: string,
  directory: string,
  { signal, refuse }: { signal?: AbortSignal; refuse?: BeforeMigration | undefined } = {},
): Promise<void> {
  const announce = announceUpgrade();
  const before: BeforeMigration = async (name, database) => {
    await refuse?.(name, database);
    await announce(name, database);
  };
  let lost: unknown;
  const attempt = async (): Promise<true | undefined> => {
    try {
      await migrate(databaseUrl, directory, before);
      return true;
    } catch (error) {
      if (!mayPass(error)) throw error;
      if (error instanceof ServedError && !(lost instanceof ServedError)) announceWait(error);
      lost = error;
      return undefined;
    }
  };
  if (await waitFor(attempt, { timeoutMs: TIMEOUT_MS, everyMs: 250, signal })) return;
  throw lost;
}

function mayPass(error: unknown): boolean {
  return wasLost(error) || error instanceof StandbyError || error instanceof ServedError;
}

function announceWait({ serving }: ServedError): void {
  const most = `${String(TIMEOUT_MS / 1_000)} seconds`;
  report(`Waiting up to ${most} for an older version to stop: ${describeServing(serving)}.`);
}

/** An upgrade may take its time. A first start has nothing to convert. */
function announceUpgrade(): BeforeMigration {
  let isFirstStart = false;
  return (name, { isNew }) => {
    isFirstStart ||= isNew;
    if (!isFirstStart) report(`The database is being upgraded: ${name}`);
  };
}
