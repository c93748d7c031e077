import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedUrl, startEmbeddedPostgres } from '../src/launch/embedded-postgres.ts';
import { ENTRIES } from '../src/launch/entries.ts';
import { migrate } from '../src/platform/migrate.ts';
import { query } from '../test/query.ts';
import type { Stage } from './scenario.ts';

export interface Server {
  readonly version: string;
  /** Whether its files are in memory, where a commit waits for no disk. */
  readonly inMemory: boolean;
  /** How often the log was flushed so far, and for how many transactions. */
  flushes(): Promise<{ readonly flushes: number; readonly commits: number }>;
  openDatabase(): Promise<string>;
  openEmptyDatabase(): Promise<string>;
}

/** What is decided once for a whole run. */
export type StageSettings = Pick<Stage, 'isShort' | 'rows' | 'nodeOptions'>;

/**
 * Runs it on a dedicated stage, and cleans up whatever happens.
 * @throws Error if the server would confirm what its disk has not
 */
export async function onStage<Result>(
  settings: StageSettings,
  rateOf: Stage['rateOf'],
  work: (stage: Stage, server: Server) => Promise<Result>,
): Promise<Result> {
  const endings: (() => unknown)[] = [];
  const after = (release: () => unknown): void => void endings.push(release);
  try {
    const server = await startServer(after);
    const { openDatabase, openEmptyDatabase } = server;
    const stage = { ...settings, rateOf, after, openDatabase, openEmptyDatabase };
    return await work(stage, server);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

async function startServer(after: Stage['after']): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-bench-'));
  after(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  // As root the database runs as another user, who must be able to traverse this directory.
  await chmod(directory, 0o755);
  const password = randomBytes(16).toString('hex');
  const { url, port, stop } = await startEmbeddedPostgres({ dataDir: directory, password });
  after(() => stop());
  await migrate(url, ENTRIES.migrations);
  const version = await assertDurable(url);
  after(() => assertDurable(url));
  let opened = 0;
  const create = async (template: string): Promise<string> => {
    opened += 1;
    const name = `bench_${String(opened)}`;
    const ask = `create database ${name} template ${template}`;
    await query(embeddedUrl(port, password, 'postgres'), ask);
    return embeddedUrl(port, password, name);
  };
  return {
    version,
    // The magic number of tmpfs on Linux.
    inMemory: (await statfs(directory)).type === 0x01021994,
    flushes: () => readFlushes(url),
    openDatabase: () => create('ponte'),
    openEmptyDatabase: () => create('template0'),
  };
}

async function readFlushes(url: string): ReturnType<Server['flushes']> {
  // Our own statement names the columns.
  const [row] = (await query(
    url,
    `select (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as flushes,
      (select sum(xact_commit)::float8 from pg_stat_database) as commits`,
  )) as { flushes: number; commits: number }[];
  if (!row) throw new Error('the server does not say how often it waited for its disk');
  return row;
}

const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'];

/** A figure that the disk did not confirm would be worthless. @returns the server's version */
async function assertDurable(url: string): Promise<string> {
  const settings = DURABLE.map((name) => `'${name}'`).join(', ');
  // Our own statement names the columns.
  const [row] = (await query(
    url,
    `select current_setting('server_version') as version,
      (select string_agg(name, ', ') from pg_settings where name in (${settings}) and setting <> 'on')
        as off,
      (select count(*)::integer from pg_db_role_setting) as others`,
  )) as { version: string; off: string | null; others: number }[];
  if (!row || row.off !== null || row.others > 0) {
    throw new Error(`the database is not durable: ${row?.off ?? 'a role has settings of its own'}`);
  }
  return row.version;
}
