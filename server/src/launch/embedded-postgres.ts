import { readFile, realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { type Cluster, openCluster } from './cluster.ts';
import { createDatabase } from './create-database.ts';
import { makeDataDirectory, SECRETS_FILE } from './data-secrets.ts';
import { findFreePort } from './free-port.ts';
import { type GuardedProcess, startGuarded } from './guarded-process.ts';
import { type Hold, holdDirectory } from './hold-directory.ts';
import {
  endPreviousServer,
  readServerNote,
  signalIfAlive,
  withSignOfLife,
} from './previous-server.ts';
import { isServing, wasLost } from './serving.ts';
import { sizeBuffers } from './size-buffers.ts';
import { waitFor } from './wait-for.ts';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly password: string;
  /** The port to use; any free one by default. */
  readonly port?: number;
  /** PostgreSQL settings that override ours, such as `{ max_connections: '400' }`. */
  readonly settings?: Record<string, string>;
  /** Called once if the server ends without having been stopped. */
  readonly onExit?: () => void;
}

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** Shuts down cleanly, or after `maxWaitMs` (5,000) at once; then the next start recovers. */
  stop(maxWaitMs?: number): Promise<void>;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: sizeBuffers({ total: totalmem(), constrained: process.constrainedMemory() }),
  max_wal_size: '1GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details and statements of failed queries would write customers' data to the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/**
 * Starts PostgreSQL on the database below `dataDir`, which is created if missing, and returns once
 * it serves. It ends with this process, however that ends. `holdDirectory` keeps out concurrent
 * callers for the same directory.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await makeDataDirectory(options.dataDir);
  const cluster = await openCluster(await realpath(options.dataDir), options.password);
  // Two data directories may lead to one database, if one is a copy of the other, link included.
  const hold = await holdDirectory(cluster.directory, { kind: 'start', purpose: 'server' });
  try {
    await endPreviousServer(cluster.directory);
    const started = await startWithRetries(cluster, options);
    return watchOver(started, cluster, hold, options.onExit);
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** It has no TLS, whatever variables such as PGSSLMODE request for other servers. */
export function embeddedUrl(port: number, password: string, database = 'ponte'): string {
  return `postgresql://ponte:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

interface Started {
  readonly server: GuardedProcess;
  readonly url: string;
  readonly port: number;
}

/**
 * The children of a killed server live on for an instant, during which PostgreSQL refuses to start.
 */
async function startWithRetries(
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
): Promise<Started> {
  const attempt = (): Promise<Started | undefined> => start(cluster, options);
  const started = await waitFor(attempt, { timeoutMs: 5_000, everyMs: 200 });
  if (started) return started;
  throw new Error(`PostgreSQL does not start. Its log says: ${await lastWords(cluster.logFile)}`);
}

async function start(
  cluster: Cluster,
  { port: wantedPort, password, settings }: EmbeddedPostgresOptions,
): Promise<Started | undefined> {
  const port = wantedPort ?? (await findFreePort());
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap((pair) => [
    '-c',
    pair.join('='),
  ]);
  const command = [
    cluster.binaries.postgres,
    '-D',
    cluster.directory,
    '-p',
    String(port),
    ...flags,
  ];
  const signed = withSignOfLife(cluster.directory, command);
  const server = startGuarded(signed, cluster.runAs, cluster.logFile);
  // This database always exists; ours is created through it.
  const maintenanceUrl = embeddedUrl(port, password, 'postgres');
  try {
    if (await waitUntilServing(server, maintenanceUrl, cluster.directory)) {
      await createDatabase(maintenanceUrl);
      return { server, url: embeddedUrl(port, password), port };
    }
    return undefined;
  } catch (error) {
    await server.end();
    // It served, but was killed before the database could be created.
    if (wasLost(error)) return undefined;
    throw isWrongPassword(error) ? wrongPassword(cluster, error) : error;
  }
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01';
}

function wrongPassword({ directory }: Cluster, cause: unknown): Error {
  return new Error(
    `The database in ${directory} refuses the password in ${SECRETS_FILE}, which is another installation's. Restore its own from a backup.`,
    { cause },
  );
}

/**
 * False if the server ended by itself, for example because another process took its port, which
 * then answers in its place.
 */
async function waitUntilServing(
  server: GuardedProcess,
  url: string,
  directory: string,
): Promise<boolean> {
  const hasEnded = () => (server.exitCode() === undefined ? undefined : 'ended');
  const outcome = await waitFor(
    async () => {
      if (hasEnded()) return 'ended';
      const serving = isServing(url, directory).catch(async (error: unknown) => {
        // The other server's refusal is not ours.
        if (await waitFor(hasEnded, { timeoutMs: 2_000 })) return false;
        throw error;
      });
      return (await serving) ? 'serving' : undefined;
    },
    // Crash recovery under load may take a while.
    { timeoutMs: 120_000 },
  );
  if (!outcome) throw new Error('PostgreSQL was not ready within two minutes.');
  return outcome === 'serving';
}

function watchOver(
  { server, url, port }: Started,
  cluster: Cluster,
  hold: Hold,
  onExit: (() => void) | undefined,
): EmbeddedPostgres {
  let stopping = false;
  const released = server.ended.then(async () => {
    await hold.release();
    if (!stopping) onExit?.();
  });
  return {
    url,
    port,
    async stop(maxWaitMs = 5_000) {
      stopping = true;
      const note = await readServerNote(cluster.directory);
      const timer = setTimeout(() => {
        if (note) signalIfAlive(note.pid, 'SIGQUIT');
      }, maxWaitMs);
      await server.end();
      clearTimeout(timer);
      await released;
    },
  };
}

async function lastWords(logFile: string): Promise<string> {
  const log = await readFile(logFile, 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-3).join(' / ');
}
