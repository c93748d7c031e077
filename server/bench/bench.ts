/**
 * `npm run bench`: how much of what its database can do is left when the gateway stands before it.
 * Ratios within one run; the absolute figures say more of the machine. `-- --short` for CI,
 * `-- --cpu-prof FOLDER` for a profile of the API.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ENTRIES } from '../src/launch/entries.ts';
import { startEmbeddedPostgres } from '../src/launch/embedded-postgres.ts';
import { connect, type Db } from '../src/platform/db.ts';
import { migrate } from '../src/platform/migrate.ts';
import { query } from '../test/query.ts';
import { CONNECTIONS, findTool } from './database-limit.ts';
import { startGateway } from './gateway.ts';
import { CLIENTS, measure, type RunLength } from './measure.ts';
import { cautionsOf, machine, tableOf } from './report.ts';

const { values } = parseArgs({
  options: { short: { type: 'boolean' }, 'cpu-prof': { type: 'string' } },
});
const LENGTH: RunLength = values.short
  ? { rounds: 3, databaseSeconds: 1, apiSeconds: 0.5, warmUpMs: 100 }
  : { rounds: 5, databaseSeconds: 3, apiSeconds: 3, warmUpMs: 500 };

const directory = await mkdtemp(join(tmpdir(), 'ponte-bench-'));
try {
  // As root the database runs as another user, who must be able to pass through.
  await chmod(directory, 0o755);
  await runOnDatabase(directory);
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function runOnDatabase(dataDir: string): Promise<void> {
  const password = randomBytes(16).toString('hex');
  const database = await startEmbeddedPostgres({ dataDir, password });
  const db = connect({ url: database.url, connections: 1, onError: () => undefined });
  try {
    await migrate(database.url, ENTRIES.migrations);
    await query(database.url, await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'));
    await provideGateway(database.url, db, dataDir);
  } finally {
    await db.end();
    await database.stop();
  }
}

async function provideGateway(url: string, db: Db, dataDir: string): Promise<void> {
  const profile = values['cpu-prof'];
  const gateway = await startGateway(
    db,
    url,
    profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
  );
  try {
    const tool = await findTool();
    const version = await assertDurable(db);
    const all = await measure({ url, db, gateway, tool }, LENGTH);
    const cautions = cautionsOf(all, dataDir);
    const facts = [
      machine(),
      `PostgreSQL ${version}, embedded, fsync and synchronous_commit on.`,
      `L and R: ${tool}, ${String(CONNECTIONS)} connections, one statement each.`,
      `API: one process, ${String(CLIENTS)} keep-alive connections; the provider is a stand-in that answers at once.`,
      `${String(LENGTH.rounds)} rounds, there and back; every answer checked, rows and charges counted.`,
    ];
    process.stdout.write(`${[tableOf(all), '', ...facts, ...cautions].join('\n')}\n`);
  } finally {
    await gateway.stop();
  }
}

/** A figure that the disk did not confirm would be worth nothing. @returns the server's version */
async function assertDurable(db: Db): Promise<string> {
  const [row] = await db<{ fsync: string; commits: string; version: string }>`
    select current_setting('fsync') as fsync, current_setting('server_version') as version,
      current_setting('synchronous_commit') as commits`;
  if (row?.fsync !== 'on' || row.commits !== 'on') throw new Error('the database is not durable');
  return row.version;
}
