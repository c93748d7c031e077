import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '../src/platform/db.ts';
import { migrate } from '../src/platform/migrate.ts';
import { query } from './query.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const TEMPLATE = 'ponte_template';

/** Any number will do; it must differ from the one that `migrate` locks. */
const TEMPLATE_LOCK = 7_203_544_119;

/** How long a finished test has to close its connections before they are cut. */
const CLOSING_TIME_MS = 2_000;

/** `false` if `npm test -- --apart` wants each query sent as a statement of its own. */
export const GATHER = process.env.PONTE_DATABASE_GATHER ?? 'true';

/** A test's context, or the file as a whole. */
export interface Scope {
  after(release: () => void | Promise<void>): void;
}

/** The file as a whole, whose releases run in reverse order: users before what they use. */
export function lastFirst(): Scope {
  const releases: (() => void | Promise<void>)[] = [];
  after(async () => {
    for (const release of releases.toReversed()) await release();
  });
  return { after: (release) => void releases.push(release) };
}

/**
 * A dedicated database with every migration applied, dropped when the scope has ended: the file by
 * default, one test with `testDatabase(t)`. Returns its URL.
 */
export async function testDatabase(scope: Scope = { after }): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(async (server) => {
    await ensureTemplate(server);
    // Copying files is cheaper than logging every block of them.
    await server.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
  // Hooks run in the order of registration, so the test's own, which close its pools, come later:
  // waiting for the drop here would keep them from running. The open connection keeps us alive.
  scope.after(() => {
    onServer((server) => drop(server, name)).catch((error: unknown) => {
      console.error(`Database ${name} stays behind.`, error);
      process.exitCode = 1;
    });
  });
  return urlOf(name);
}

/** The same without its tables. */
export async function emptyDatabase(scope: Scope): Promise<string> {
  const url = await testDatabase(scope);
  await query(url, 'drop schema public cascade; create schema public');
  return url;
}

/** The first file of a run creates the template; the others wait for it here. */
async function ensureTemplate(server: pg.Client): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const found = await server.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
  if (found.rowCount === 0) {
    // It gets its name when it is complete, so that nobody clones half of one.
    await server.query(`drop database if exists ${TEMPLATE}_draft with (force)`);
    await server.query(`create database ${TEMPLATE}_draft`);
    await migrate(urlOf(`${TEMPLATE}_draft`), MIGRATIONS);
    await server.query(`alter database ${TEMPLATE}_draft rename to ${TEMPLATE}`);
  }
  await server.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

async function drop(server: pg.Client, name: string): Promise<void> {
  const deadline = performance.now() + CLOSING_TIME_MS;
  while (performance.now() < deadline && (await isInUse(server, name))) await pause(20);
  await server.query(`drop database ${name} with (force)`);
}

async function isInUse(server: pg.Client, name: string): Promise<boolean> {
  const sessions = 'select 1 from pg_stat_activity where datname = $1 limit 1';
  return (await server.query(sessions, [name])).rowCount === 1;
}

/**
 * Runs `work` on a connection to the server's maintenance database, from which databases are
 * created and dropped.
 */
async function onServer(work: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl() });
  // If the server is stopped while we disconnect, the work is done already.
  server.on('error', () => undefined);
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/** The URL of a database on this server. */
export function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** The URL of the database that this one is connected to. */
export async function urlBehind(db: Db): Promise<string> {
  const [row] = await db<{ name: string }>`select current_database()::text as name`;
  return urlOf(row?.name ?? '');
}

function serverUrl(): string {
  const url = process.env.PONTE_TEST_DATABASE_URL;
  if (url === undefined) {
    throw new Error('This test needs a database: run it with `npm test -- path/to/it.test.ts`.');
  }
  return url;
}
