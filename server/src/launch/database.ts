import { postgresPlace } from '../platform/read-setting.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { keepRunning, report } from './keep-running.ts';
import { isOperatorsServing } from './serving.ts';
import { waitFor } from './wait-for.ts';

export interface Database {
  readonly url: string;
  stop(maxWaitMs: number): Promise<void>;
}

const OPERATORS_DATABASE_TIMEOUT_MS = 30_000;

/**
 * The operator's PostgreSQL, once it serves, or the embedded one, kept running.
 * @param say tells whoever started it that there is something to wait for, and when that is over
 */
export async function openDatabase(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined },
  embeddedPassword: string,
  signal: AbortSignal,
  { timeoutMs = OPERATORS_DATABASE_TIMEOUT_MS, say = report } = {},
): Promise<Database> {
  if (!databaseUrl) return keepEmbeddedPostgres(dataDir, embeddedPassword);
  const place = postgresPlace(databaseUrl);
  let refusal: string | undefined;
  let isWaiting = false;
  const ask = async (): Promise<true | undefined> => {
    refusal = undefined;
    const onNotYet = (message: string): void => void (refusal = message);
    if (await isOperatorsServing(databaseUrl, 'DATABASE_URL', onNotYet)) return true;
    const most = `${String(timeoutMs / 1_000)} seconds`;
    if (!isWaiting) say(`Waiting up to ${most} for the PostgreSQL of DATABASE_URL (${place}).`);
    isWaiting = true;
    return undefined;
  };
  if (await waitFor(ask, { timeoutMs, everyMs: 250, signal })) {
    if (isWaiting) say('The PostgreSQL of DATABASE_URL is there: Ponte goes on.');
    return { url: databaseUrl, stop: () => Promise.resolve() };
  }
  throw new Error(
    refusal === undefined
      ? `The PostgreSQL of DATABASE_URL cannot be reached (${place}). Start it, or correct DATABASE_URL.`
      : `The PostgreSQL of DATABASE_URL is not ready (${place}): ${refusal}. Start Ponte again once it is.`,
  );
}

/**
 * Starts the embedded PostgreSQL, and restarts it on the same port whenever it dies, until stopped.
 */
async function keepEmbeddedPostgres(dataDir: string, password: string): Promise<Database> {
  const stopping = new AbortController();
  const launch = async (fixed: { port?: number }): Promise<Served> => {
    const { promise: ended, resolve } = Promise.withResolvers<string>();
    const options = { dataDir, password, ...fixed, onExit: () => resolve('unexpectedly') };
    const server = await startEmbeddedPostgres(options);
    const stop = async (maxWaitMs: number): Promise<void> => {
      await server.stop(maxWaitMs);
      resolve('stopped');
    };
    return { url: server.url, port: server.port, ended, stop };
  };

  const first = await launch({});
  let current: Served | undefined = first;
  const over = keepRunning(
    'database',
    async () => {
      // Clients of the old server find the new one at the same address.
      current ??= await launch({ port: first.port });
      // A stop that came during the start found nothing to stop.
      if (stopping.signal.aborted) await current.stop(0);
      const reason = await current.ended;
      current = undefined;
      return reason;
    },
    stopping.signal,
  );
  return {
    url: first.url,
    async stop(maxWaitMs) {
      stopping.abort();
      await current?.stop(maxWaitMs);
      await over;
    },
  };
}

interface Served extends Database {
  readonly port: number;
  readonly ended: Promise<string>;
}
