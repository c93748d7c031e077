import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import { allGone, makeScratch, startLauncher } from '../../test/launcher.ts';
import { query } from '../../test/query.ts';
import { withDatabase } from './with-database.ts';

describe('a command with the database', { concurrency: 2, timeout: 60_000 }, () => {
  test('works while no launcher runs, also concurrently, and leaves nothing running', async (t) => {
    const scratch = await makeScratch(t);
    const settings = { dataDir: join(scratch, 'data'), migrations: scratch, begins: true };
    const insert = (id: string): Promise<unknown> =>
      withDatabase(settings, (url) => query(url, `insert into rows values ('${id}')`));
    await Promise.all(['a', 'b', 'c'].map(insert));
    assert.ok(await allGone(scratch, 1_000));
    const rows = await withDatabase(settings, (url) =>
      query(url, 'select id from rows order by id'),
    );
    assert.deepEqual(rows, [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  });

  test('shares the database of a launcher that is running or just starting', async (t) => {
    const scratch = await makeScratch(t);
    const settings = { dataDir: join(scratch, 'data'), migrations: scratch, begins: true };
    const launcher = startLauncher(scratch);
    const early = withDatabase(settings, (url) => query(url, `insert into rows values ('early')`));
    const { databaseUrl } = await launcher.ready;
    await early;
    await withDatabase(settings, async (url) => {
      assert.equal(url, databaseUrl);
      assert.deepEqual(await query(url, 'select id from rows'), [{ id: 'early' }]);
    });
  });

  test('makes a start wait until it is done', async (t) => {
    const scratch = await makeScratch(t);
    const settings = { dataDir: join(scratch, 'data'), migrations: scratch, begins: true };
    await withDatabase(settings, async (url) => {
      const launcher = startLauncher(scratch);
      // Long enough for the launcher to find the directory in use.
      const early = await Promise.race([launcher.ended, query(url, 'select pg_sleep(1)')]);
      assert.notEqual(early, 1);
      return launcher;
    }).then((launcher) => launcher.ready);
  });

  test("uses and migrates the operator's PostgreSQL", async (t) => {
    const [scratch, databaseUrl] = await Promise.all([makeScratch(t), testDatabase(t)]);
    await query(databaseUrl, 'drop table schema_migrations');
    const dataDir = join(scratch, 'data');
    const settings = { dataDir, databaseUrl, migrations: scratch, begins: true };
    const rows = await withDatabase(settings, (url) => query(url, 'select id from rows'));
    assert.deepEqual(rows, []);
  });

  test("passes on its work's error, and still stops the database", async (t) => {
    const scratch = await makeScratch(t);
    const settings = { dataDir: join(scratch, 'data'), migrations: scratch, begins: true };
    const work = (): Promise<never> => Promise.reject(new Error('on purpose'));
    await assert.rejects(withDatabase(settings, work), /on purpose/);
    assert.ok(await allGone(scratch, 1_000));
  });
});

test('a command of a newer version leaves the database of an older one that is running as it is', async (t) => {
  const [scratch, newer] = await Promise.all([makeScratch(t), makeScratch(t)]);
  await writeFile(join(newer, '0002_more.sql'), 'drop table rows;');
  const settings = { dataDir: join(scratch, 'data'), migrations: newer };
  const launcher = startLauncher(scratch);
  const { databaseUrl } = await launcher.ready;
  const command = withDatabase(settings, () => Promise.resolve());
  await assert.rejects(command, /An older version .+ lacks 0002_more\.sql\. Stop it and start/);
  assert.deepEqual(await query(databaseUrl, 'select id from rows'), []);
  launcher.process.kill('SIGTERM');
  await launcher.ended;
  await withDatabase(settings, () => Promise.resolve());
});

test('a command without an installation fails and creates nothing', async (t) => {
  const scratch = await makeScratch(t);
  const work = (): Promise<never> => Promise.reject(new Error('on purpose'));
  const empty = join(scratch, 'empty');
  await mkdir(empty);
  for (const dataDir of [join(scratch, 'missing'), empty]) {
    await assert.rejects(withDatabase({ dataDir, migrations: scratch }, work), {
      message: `There is no installation in ${dataDir}. Set PONTE_DATA_DIR or DATABASE_URL to where yours is.`,
    });
  }
  assert.deepEqual(await readdir(empty), []);
  assert.ok(!(await readdir(scratch)).includes('missing'));
});
