import { migrate } from '../platform/migrate.ts';
import { wasLost } from './serving.ts';
import { waitFor } from './wait-for.ts';

const PATIENCE_MS = 30_000;

/**
 * Migrates a database that may die meanwhile and is then started again by whoever keeps it: each
 * migration happens whole or not at all, so that it can be asked for again.
 * @throws as `migrate`, and when connections have been lost for half a minute
 */
export async function migratePatiently(
  databaseUrl: string,
  directory: string,
  signal?: AbortSignal,
): Promise<void> {
  let lost: unknown;
  const attempt = async (): Promise<true | undefined> => {
    try {
      await migrate(databaseUrl, directory);
      return true;
    } catch (error) {
      if (!wasLost(error)) throw error;
      lost = error;
      return undefined;
    }
  };
  if (await waitFor(attempt, { timeoutMs: PATIENCE_MS, everyMs: 250, signal })) return;
  throw lost;
}
