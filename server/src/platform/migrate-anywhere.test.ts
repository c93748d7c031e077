import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** An empty database whose sessions begin with these settings. */
async function databaseWith(t: TestContext, settings: readonly string[]): Promise<string> {
  const url = await testDatabase(t);
  await query(url, 'drop schema public cascade; create schema "a shop"');
  const name = new URL(url).pathname.slice(1);
  for (const setting of settings) await query(url, `alter database ${name} set ${setting}`);
  return url;
}

/** Every index, and whether it is part of one of a partitioned table. */
const indexesOf = (url: string): Promise<unknown[]> =>
  query(
    url,
    `select c.relname as name, t.relname as on, i.indisvalid as valid,
      exists (select 1 from pg_inherits p where p.inhrelid = c.oid) as attached
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      join pg_namespace n on n.oid = t.relnamespace
    where n.nspname not in ('pg_catalog', 'pg_toast') order by 1`,
  );

test('migrations have the same result in a schema of another name', async (t) => {
  const url = await databaseWith(t, ['search_path to "a shop"']);
  await migrate(url, MIGRATIONS);
  assert.deepEqual(await indexesOf(url), await indexesOf(await testDatabase(t)));
});

test('migrations have the same result whatever settings a session begins with', async (t) => {
  const url = await databaseWith(t, [
    'search_path to "a shop"',
    'standard_conforming_strings to off',
    'quote_all_identifiers to on',
    "lock_timeout to '1ms'",
  ]);
  await Promise.all([migrate(url, MIGRATIONS), migrate(url, MIGRATIONS)]);
  assert.deepEqual(await indexesOf(url), await indexesOf(await testDatabase(t)));
});
