import type { Config } from '../config.ts';
import { COMMAND_CONNECTION_MS, connect, type Db } from '../platform/db.ts';
import { VISITOR } from '../platform/find-serving.ts';
import { type BeforeMigration, migrate } from '../platform/migrate.ts';
import { postgresPlace } from '../platform/read-setting.ts';
import { announceUpgrade } from './announce-upgrade.ts';
import { clusterIn, hasCluster, refuseHalfRestored } from './cluster.ts';
import {
  makeDataDirectory,
  NoInstallationError,
  readDataSecrets,
  refuseMissing,
} from './data-secrets.ts';
import { embeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import { ENTRIES } from './entries.ts';
import { DirectoryHeldError, type Hold, holdDirectoryAfterCommands } from './hold-directory.ts';
import { readServerNote } from './previous-server.ts';
import { findRunning } from './running.ts';
import { isOperatorsServing, isServing } from './serving.ts';
import { waitFor } from './wait-for.ts';
import { warnOfServing } from './warn-of-serving.ts';

export interface DatabaseSettings {
  readonly dataDir: string;
  /** The operator's PostgreSQL; by default the embedded one. */
  readonly databaseUrl?: string | undefined;
  /** The same, bypassing a pooler; commands use it if it is set. */
  readonly databaseDirectUrl?: string | undefined;
  /** The directory of the SQL files; the server's own by default. */
  readonly migrations?: string;
  /** Whether to create an installation where there is none. */
  readonly begins?: boolean | undefined;
  readonly databasePooled?: boolean | undefined;
}

/** How long a command waits for all commands before it. */
const COMMANDS_TIMEOUT_MS = 60_000;
const LAUNCHER_TIMEOUT_MS = 15_000;

/**
 * Runs a command on the migrated database, whether or not the server is running: on the operator's
 * PostgreSQL, on the one of a running launcher, or on one that is started just for this command.
 * @throws NoInstallationError if there is no database, and the command may not create one
 * @throws Error if an older version is running on the embedded database that is to be migrated
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  return reachDatabase(settings, async (databaseUrl) => {
    const { dataDir, migrations = ENTRIES.migrations, begins } = settings;
    const place = settings.databaseUrl && begins !== true ? postgresPlace(databaseUrl) : undefined;
    const isServed = !settings.databaseUrl && (await findRunning(dataDir)) !== undefined;
    const check = isServed ? refuseUpgrade(dataDir) : warnOfServing(settings, databaseUrl, tell);
    const announce = announceUpgrade(tell);
    await migrate(databaseUrl, migrations, async (name, database) => {
      if (database.isNew && place !== undefined) {
        throw new NoInstallationError(`the database that DATABASE_URL names (${place})`);
      }
      await check(name, database);
      await announce(name, database);
    });
    return work(databaseUrl);
  });
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A launcher that serves has applied its own migrations, so any other is of a newer version. */
function refuseUpgrade(dataDir: string): BeforeMigration {
  return (name) => {
    throw new Error(
      `An older version of Ponte is running on ${dataDir}, whose database lacks ${name}. Stop it and start this version, or run the command in the folder of the older one.`,
    );
  };
}

/** The same, on the database as it is. */
export async function reachDatabase<T>(
  { dataDir, databaseUrl, databaseDirectUrl, begins }: DatabaseSettings,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl) return workOnOperators(databaseUrl, databaseDirectUrl, work);
  if (begins === true) await makeDataDirectory(dataDir);
  else await refuseMissing(dataDir);
  const place = await findPlace(dataDir);
  if (place.databaseUrl !== undefined) return work(place.databaseUrl);
  try {
    // Checked while we hold the directory: a first start may just have been creating it.
    if (begins !== true && !(await hasCluster(clusterIn(dataDir)))) {
      await refuseHalfRestored(dataDir);
      throw new NoInstallationError(dataDir);
    }
    return await withEmbeddedPostgres(dataDir, work);
  } finally {
    await place.hold.release();
  }
}

async function workOnOperators<T>(
  databaseUrl: string,
  directUrl: string | undefined,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const url = directUrl ?? databaseUrl;
  const name = directUrl === undefined ? 'DATABASE_URL' : 'PONTE_DATABASE_DIRECT_URL';
  let refusal: string | undefined;
  if (await isOperatorsServing(url, name, (message) => (refusal = message))) return work(url);
  const place = postgresPlace(url);
  throw new Error(
    refusal === undefined
      ? `The PostgreSQL of ${name} does not answer (${place}). Start it, or correct ${name}.`
      : `The PostgreSQL of ${name} is not ready (${place}): ${refusal}. Run this again once it is.`,
  );
}

type Whereabouts = { databaseUrl: string } | { databaseUrl?: never; hold: Hold };

/** The running launcher's database, or the right to start one. */
async function findPlace(dataDir: string): Promise<Whereabouts> {
  const place = await waitFor<Whereabouts>(
    async () => {
      // Checked anew every time, since the launcher may die while we wait for its database.
      const hold = await holdUnlessStarted(dataDir);
      if (hold) return { hold };
      const databaseUrl = await findRunningDatabase(dataDir);
      return databaseUrl === undefined ? undefined : { databaseUrl };
    },
    { timeoutMs: LAUNCHER_TIMEOUT_MS, everyMs: 100 },
  );
  if (place) return place;
  throw new Error(
    `Ponte is running on ${dataDir}, but its database does not answer here. Run the command where Ponte runs; if that uses another database, set DATABASE_URL.`,
  );
}

async function holdUnlessStarted(dataDir: string): Promise<Hold | undefined> {
  try {
    const claim = { kind: 'command', purpose: 'ponte' } as const;
    return await holdDirectoryAfterCommands(dataDir, claim, COMMANDS_TIMEOUT_MS);
  } catch (error) {
    if (error instanceof DirectoryHeldError && error.kind === 'start') return undefined;
    throw error;
  }
}

async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const note = await readServerNote(clusterIn(dataDir));
  if (!note) return undefined;
  const { databasePassword } = await readDataSecrets(dataDir);
  const databaseUrl = embeddedUrl(note.port, databasePassword);
  // On a first start, the server runs for an instant before its database exists.
  return (await isServing(databaseUrl).catch(() => false)) ? databaseUrl : undefined;
}

async function withEmbeddedPostgres<T>(
  dataDir: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { databasePassword: password } = await readDataSecrets(dataDir);
  const database = await startEmbeddedPostgres({ dataDir, password });
  return work(database.url).finally(() => database.stop());
}

/** Connects a command to the database at this address. */
export async function withConnection<T>(
  { databasePooled, databaseDirectUrl }: Pick<Config, 'databasePooled' | 'databaseDirectUrl'>,
  url: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pooled = databasePooled && databaseDirectUrl === undefined;
  const connectionMs = COMMAND_CONNECTION_MS;
  const db = connect({
    url,
    connections: 2,
    name: VISITOR,
    onError: () => undefined,
    pooled,
    connectionMs,
  });
  return work(db).finally(() => db.end());
}
