import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { emptyDatabase } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { openWire } from '../../test/wire.ts';
import { migrateWithRetries } from './migrate-with-retries.ts';

/** A way to the database on which the first `deaths` connections are lost. */
async function dyingAtFirst(t: TestContext, to: string, deaths: number) {
  let connections = 0;
  const { url } = await openWire(t, to, () => (connections += 1) > deaths);
  return { url, connections: () => connections };
}

async function directoryOf(t: TestContext, sql: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(directory, { recursive: true }));
  await writeFile(join(directory, '0001_things.sql'), sql);
  return directory;
}

test('a migration interrupted by a lost connection is retried', async (t) => {
  const [direct, directory] = await Promise.all([
    emptyDatabase(t),
    directoryOf(t, 'create table things (id integer);'),
  ]);
  const dying = await dyingAtFirst(t, direct, 2);
  await migrateWithRetries(dying.url, directory);
  assert.equal(dying.connections(), 3);
  assert.deepEqual(await query(direct, 'select * from things'), []);
});

test('a faulty migration fails immediately, and a stop aborts the retries', async (t) => {
  const [direct, directory] = await Promise.all([
    emptyDatabase(t),
    directoryOf(t, 'create nonsense;'),
  ]);
  const asked = await dyingAtFirst(t, direct, 0);
  await assert.rejects(migrateWithRetries(asked.url, directory), /syntax error/);
  assert.equal(asked.connections(), 1);
  const dead = await dyingAtFirst(t, direct, Infinity);
  const stop = new AbortController();
  const ended = migrateWithRetries(dead.url, directory, { signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(ended, { name: 'AbortError' });
});
