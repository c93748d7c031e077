import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { emptyDatabase, urlOf } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { migrate, problemWith } from './migrate.ts';

async function makeFiles(t: TestContext, files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(directory, { recursive: true }));
  await addFiles(directory, files);
  return directory;
}

async function addFiles(directory: string, files: Record<string, string>): Promise<void> {
  for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, name), sql);
}

const TWO_FILES = {
  '0002_colour.sql': `alter table things add colour text; insert into things values (1, 'red');`,
  '0001_things.sql': '-- Comments are welcome.\ncreate table things (id integer);',
};

test('applies the missing migrations in numeric order, each once', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  assert.deepEqual(await migrate(url, directory), ['0001_things.sql', '0002_colour.sql']);
  assert.deepEqual(await migrate(url, directory), []);
  await addFiles(directory, { '0010_more.sql': 'create table more (id integer);' });
  assert.deepEqual(await migrate(url, directory), ['0010_more.sql']);
  assert.deepEqual(await query(url, 'select * from things'), [{ id: 1, colour: 'red' }]);
  const versions = await query(url, 'select version from schema_migrations order by version');
  assert.deepEqual(versions, [{ version: 1 }, { version: 2 }, { version: 10 }]);
});

test('applies each migration once, however many processes start concurrently', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(url, directory)));
  assert.deepEqual(applied.flat().sort(), ['0001_things.sql', '0002_colour.sql']);
});

test('announces each migration before it, and whether the database is new, and one refused is not applied', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  const announced: unknown[] = [];
  await migrate(url, directory, (name, { isNew }) => announced.push([name, isNew]));
  assert.deepEqual(announced, [
    ['0001_things.sql', true],
    ['0002_colour.sql', false],
  ]);
  await addFiles(directory, { '0003_more.sql': 'drop table things;' });
  const refuse = (name: string): never => {
    throw new Error(`not ${name}`);
  };
  await assert.rejects(migrate(url, directory, refuse), /not 0003_more\.sql/);
  assert.deepEqual(await query(url, 'select id from things'), [{ id: 1 }]);
});

test('a migration that fails is rolled back, and those before it stay applied', async (t) => {
  const broken = 'create table half (id integer); select 1 / 0;';
  const files = { ...TWO_FILES, '0003_broken.sql': broken };
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, files)]);
  await assert.rejects(migrate(url, directory), /0003_broken\.sql failed: division by zero/);
  assert.deepEqual(await query(url, `select to_regclass('half') as half`), [{ half: null }]);
  await addFiles(directory, { '0003_broken.sql': 'create table whole (id integer);' });
  assert.deepEqual(await migrate(url, directory), ['0003_broken.sql']);
});

test('refuses an applied migration that was edited', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  await migrate(url, directory);
  await addFiles(directory, { '0001_things.sql': 'create table things (id bigint);' });
  await assert.rejects(migrate(url, directory), /0001_things\.sql was changed/);
});

test('refuses a database that is newer than the code', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  await migrate(url, directory);
  await rm(join(directory, '0002_colour.sql'));
  await assert.rejects(migrate(url, directory), /it has 0002_colour\.sql\. Run the version that/);
});

test('refuses a new migration numbered below the newest one applied', async (t) => {
  const files = { '0002_late.sql': 'create table late (id integer);' };
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, files)]);
  await migrate(url, directory);
  await addFiles(directory, { '0001_early.sql': 'create table early (id integer);' });
  await assert.rejects(migrate(url, directory), /0001_early\.sql is older/);
});

test('refuses duplicate numbers and malformed file names', async (t) => {
  const url = await emptyDatabase(t);
  const twins = await makeFiles(t, { '0001_a.sql': 'select 1', '0001_b.sql': 'select 1' });
  await assert.rejects(migrate(url, twins), /number of 0001_b\.sql/);
  const unnumbered = await makeFiles(t, { 'things.sql': 'select 1' });
  await assert.rejects(migrate(url, unnumbered), /things\.sql is not named like/);
});

test('fails by a lock timeout on a lock that is held, instead of blocking everyone behind it', async (t) => {
  const [url, directory] = await Promise.all([
    emptyDatabase(t),
    // A fiftieth of the timeout, so that nobody has to wait for all of it.
    makeFiles(t, {
      '0001_a.sql': `
        select set_config('lock_timeout', extract(milliseconds
          from current_setting('lock_timeout')::interval) / 50 || 'ms', true);
        alter table busy add column more text`,
    }),
  ]);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('create table busy (id integer)');
    await holder.query('begin; select * from busy');
    await assert.rejects(migrate(url, directory), /0001_a\.sql failed: .*lock timeout/);
  } finally {
    await holder.end();
  }
});

test('a migration may take longer than the statements of a session', async (t) => {
  const [url, directory] = await Promise.all([
    emptyDatabase(t),
    makeFiles(t, { '0001_long.sql': 'select pg_sleep(1.2); create table things (id integer)' }),
  ]);
  await query(
    url,
    `alter database ${new URL(url).pathname.slice(1)} set statement_timeout to '1s'`,
  );
  assert.deepEqual(await migrate(url, directory), ['0001_long.sql']);
});

test('a database that is not encoded in UTF-8 is refused before anything is created in it', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  const name = `${new URL(url).pathname.slice(1)}_latin`;
  await query(url, `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  t.after(() => query(urlOf('postgres'), `drop database ${name} with (force)`));
  await assert.rejects(migrate(urlOf(name), directory), /is encoded in LATIN1, .* encoding 'UTF8'/);
  const tables = `select 1 from pg_tables where schemaname = 'public'`;
  assert.deepEqual(await query(urlOf(name), tables), []);
});

test('a user that may not create tables is refused with the statement that changes the owner', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  const guest = new URL(url);
  guest.username = `${guest.pathname.slice(1)}_guest`;
  guest.password = 'guest';
  await query(url, `create role ${guest.username} login password 'guest'`);
  t.after(() => query(urlOf('postgres'), `drop role ${guest.username}`));
  await assert.rejects(migrate(guest.href, directory), /may not make tables .* alter database/);
});

test('a database with a date style other than ISO is refused with the statement that sets it', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} set datestyle to SQL, DMY`);
  await assert.rejects(migrate(url, directory), /the style "SQL, DMY", .* alter role "\w+" set/);
  await query(url, `alter database ${name} set datestyle to ISO, DMY`);
  assert.deepEqual(await migrate(url, directory), Object.keys(TWO_FILES).sort());
});

test('a database that takes no null in an array is refused with the statement that allows it', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set array_nulls to off`);
  await assert.rejects(migrate(url, directory), /no null in an array, .* alter role "\w+" set/);
});

test('a database with other transaction defaults is refused with the statement that sets them', async (t) => {
  const [url, directory] = await Promise.all([emptyDatabase(t), makeFiles(t, TWO_FILES)]);
  const name = new URL(url).pathname.slice(1);
  await query(url, `alter database ${name} set default_transaction_isolation to serializable`);
  await assert.rejects(migrate(url, directory), /by "serializable", .* alter role "\w+" set/);
  await query(url, `alter database ${name} reset default_transaction_isolation`);
  await query(url, `alter database ${name} set default_transaction_read_only to on`);
  await assert.rejects(migrate(url, directory), /takes no writes\. .* alter role "\w+" set/);
  await query(urlOf('postgres'), `alter database ${name} reset all`);
  assert.deepEqual(await migrate(url, directory), Object.keys(TWO_FILES).sort());
});

test('a PostgreSQL older than 15 is refused', () => {
  const session = { isolation: 'read committed', readOnly: 'off' };
  const written = { encoding: 'UTF8', dateStyle: 'ISO, MDY', arrayNulls: 'on' };
  const fit = { ...written, ...session, user: 'ponte', name: 'ponte' };
  const old = { ...fit, mayCreate: true, isNew: true, number: 140_011, version: '14.11' };
  assert.equal(problemWith(old), 'PostgreSQL 14.11 is too old: Ponte needs 15 or later.');
  assert.equal(problemWith({ ...old, number: 150_000 }), undefined);
});
