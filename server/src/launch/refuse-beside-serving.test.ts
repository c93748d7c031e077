import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { emptyDatabase } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { migrateWithRetries } from './migrate-with-retries.ts';
import { refuseBesideServing } from './refuse-beside-serving.ts';
import { type DatabaseSettings, withDatabase } from './with-database.ts';

/** A database of an older version, on which a process of it serves, and the newer version. */
async function openOlder(t: TestContext, parameters = '') {
  const databaseUrl = `${await emptyDatabase(t)}${parameters}`;
  const migrations = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(migrations, { recursive: true }));
  const settings: DatabaseSettings = { dataDir: migrations, databaseUrl, migrations, servedMs: 0 };
  const accounts = `create table accounts (id integer); insert into accounts values (1);`;
  await writeFile(join(migrations, '0001_accounts.sql'), accounts);
  await withDatabase(settings, () => Promise.resolve());
  await writeFile(join(migrations, '0002_more.sql'), 'create table more (id integer);');
  const old = new pg.Client({ connectionString: databaseUrl });
  await old.connect();
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (isOpen) await old.end();
    isOpen = false;
  };
  t.after(stop);
  const lacks = async (): Promise<boolean> =>
    (await query(databaseUrl, 'select from schema_migrations')).length === 1;
  return { settings, databaseUrl, migrations, stop, lacks };
}

test("a command does not migrate the operator's database while an older version serves on it", async (t) => {
  const { settings, stop, lacks } = await openOlder(t);
  await assert.rejects(
    withDatabase(settings, () => Promise.resolve()),
    /older version .+ lacks 0002_more\.sql: 1 connection from 127\.0\.0\.1\. Stop all .+ migrate --anyway$/,
  );
  assert.ok(await lacks());
  await stop();
  await withDatabase({ ...settings, servedMs: 5_000 }, () => Promise.resolve());
  assert.ok(!(await lacks()));
});

test('it is migrated all the same where the operator says so, or a pooler holds the connections', async (t) => {
  for (const how of [{ anyway: true }, { databasePooled: true }]) {
    const { settings, lacks } = await openOlder(t);
    await withDatabase({ ...settings, ...how }, () => Promise.resolve());
    assert.ok(!(await lacks()));
  }
});

test('a start waits until the older version has stopped', async (t) => {
  const { databaseUrl, migrations, stop, lacks } = await openOlder(t);
  const refuse = refuseBesideServing(databaseUrl);
  let refusals = 0;
  const counting: typeof refuse = async (name, database) => {
    try {
      await refuse(name, database);
    } catch (error) {
      refusals += 1;
      assert.ok(await lacks());
      await stop();
      throw error;
    }
  };
  await migrateWithRetries(databaseUrl, migrations, { refuse: counting });
  assert.ok(refusals > 0);
  assert.ok(!(await lacks()));
});

test('processes of the new version that start together are not taken for an older one, however the address names them', async (t) => {
  for (const parameters of ['', '&application_name=loja']) {
    const { databaseUrl, migrations, stop, lacks } = await openOlder(t, parameters);
    await stop();
    const start = (): Promise<void> =>
      migrateWithRetries(databaseUrl, migrations, { refuse: refuseBesideServing(databaseUrl) });
    await Promise.all(Array.from({ length: 6 }, start));
    assert.ok(!(await lacks()));
  }
});

test("a first start, even one that goes on after a kill, does not mind the operator's own connection", async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const migrations = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(migrations, { recursive: true }));
  const own = new pg.Client({ connectionString: databaseUrl });
  await own.connect();
  t.after(() => own.end());
  const settings: DatabaseSettings = { dataDir: migrations, databaseUrl, migrations, servedMs: 0 };
  const names = ['0001_first.sql', '0002_accounts.sql', '0003_more.sql'];
  const [first = '', ...others] = names;
  await writeFile(join(migrations, first), 'create table first (id integer);');
  await withDatabase(settings, () => Promise.resolve());
  for (const name of others) {
    const table = name.slice(5, -4);
    await writeFile(join(migrations, name), `create table ${table} (id integer);`);
  }
  await withDatabase(settings, () => Promise.resolve());
  assert.equal((await query(databaseUrl, 'select from schema_migrations')).length, names.length);
});

test('a first start looks for nobody between its own migrations', async () => {
  const before = refuseBesideServing('postgres://nobody@127.0.0.1:1/none');
  await before('0001_first.sql', { isNew: true });
  await before('0002_second.sql', { isNew: false });
});
