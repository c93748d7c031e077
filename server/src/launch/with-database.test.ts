import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyDatabase } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { withDatabase } from './with-database.ts';

test("a command leaves an operator's database without an installation as it is, unless it may create one", async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const migrations = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(migrations, { recursive: true }));
  await writeFile(join(migrations, '0001_first.sql'), 'create table first (id integer);');
  const settings = { dataDir: migrations, databaseUrl, migrations };
  const readTables = () =>
    query(databaseUrl, `select tablename from pg_tables where schemaname = 'public' order by 1`);
  await assert.rejects(
    withDatabase(settings, () => Promise.reject(new Error('on purpose'))),
    /There is no installation in the database that DATABASE_URL names \(127\.0\.0\.1:\d+\)\. Set/,
  );
  assert.deepEqual(await readTables(), []);
  await withDatabase({ ...settings, begins: true }, () => Promise.resolve());
  assert.equal((await readTables()).length, 2);
  assert.equal(await withDatabase(settings, () => Promise.resolve('again')), 'again');
});
