/**
 * `npm run test:fuzz`: 20,000 requests generated from the API's description, against a whole
 * gateway with a dedicated database. `--seed N` repeats them, `--calls N` makes more or fewer, and
 * `--people` calls the dashboard's routes, signed in.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/launch/embedded-postgres.ts';
import { query } from '../query.ts';
import { until } from '../receiver.ts';
import { runFuzz } from './run-fuzz.ts';
import { readOptions, wholeNumber } from '../../../tools/read-options.ts';

const values = readOptions({
  seed: { type: 'string' },
  calls: { type: 'string', default: '20000' },
  people: { type: 'boolean', default: false },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed);
const calls = wholeNumber('calls', values.calls, 1);

const startedAt = performance.now();
const directory = await mkdtemp(join(tmpdir(), 'ponte-fuzz-'));
try {
  console.log(`seed ${seed}`);
  // As root the database runs as another user, who must be able to traverse this directory.
  await chmod(directory, 0o755);
  await fuzzOnDatabase();
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

async function fuzzOnDatabase(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const database = await startEmbeddedPostgres({
    dataDir: join(directory, 'database'),
    password: randomBytes(16).toString('hex'),
    onExit: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', max_connections: '200' },
  });
  stack.defer(() => database.stop());
  process.env.PONTE_TEST_DATABASE_URL = database.url;
  const releases: (() => void | Promise<void>)[] = [];
  stack.defer(async () => {
    for (const release of releases) await release();
    // The gateway's own database is dropped behind our back.
    const dropped = `select 1 from pg_database where datname ~ '^test_'`;
    await until(async () => (await query(database.url, dropped)).length === 0);
  });
  const scope = { after: (release: () => void | Promise<void>) => void releases.push(release) };
  const { calls: made, counts } = await runFuzz(
    scope,
    seed,
    calls,
    values.people ? 'people' : 'keys',
  );
  for (const [status, count] of [...counts].sort()) console.log(`${status}  ${count}`);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`✔ ${made} calls in ${seconds} s, every answer as described`);
}
