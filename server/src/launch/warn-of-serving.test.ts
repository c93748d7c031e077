import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { emptyDatabase, testDatabase } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { openSession } from '../../test/session.ts';
import { warnOfServing } from './warn-of-serving.ts';
import { withDatabase } from './with-database.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';

/** A process of an older version has such a session. */
async function serveOn(t: TestContext, databaseUrl: string): Promise<void> {
  await openSession(t, databaseUrl);
}

test('whoever migrates a database on which an older version serves is warned once', async (t) => {
  const databaseUrl = await testDatabase(t);
  const lines: string[] = [];
  const warn = warnOfServing({ databaseUrl }, databaseUrl, (line) => lines.push(line));
  await serveOn(t, databaseUrl);
  for (const name of ['0002_more.sql', '0003_most.sql']) await warn(name, { isNew: false });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /older version .+ lacks 0002_more\.sql: 1 connection from 127\.0/);
});

test('nobody is warned on a first start, behind a pooler, of no one, or when looking fails', async (t) => {
  const databaseUrl = await testDatabase(t);
  const fail = (line: string) => assert.fail(line);
  await warnOfServing({ databaseUrl }, databaseUrl, fail)('0002_more.sql', { isNew: false });
  await serveOn(t, databaseUrl);
  const first = warnOfServing({ databaseUrl }, databaseUrl, fail);
  await first('0001_first.sql', { isNew: true });
  await first('0002_more.sql', { isNew: false });
  for (const settings of [{}, { databaseUrl, databasePooled: true }]) {
    await warnOfServing(settings, databaseUrl, fail)('0002_more.sql', { isNew: false });
  }
  await warnOfServing({ databaseUrl }, NOWHERE, fail)('0002_more.sql', { isNew: false });
});

test('a command warns, and migrates all the same, as one release and the next may run side by side', async (t) => {
  const databaseUrl = await emptyDatabase(t);
  const migrations = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(migrations, { recursive: true }));
  const migrate = () =>
    withDatabase({ dataDir: migrations, databaseUrl, migrations, begins: true }, () =>
      Promise.resolve(),
    );
  await writeFile(join(migrations, '0001_first.sql'), 'create table first (id integer);');
  await migrate();
  await serveOn(t, databaseUrl);
  await writeFile(join(migrations, '0002_more.sql'), 'create table more (id integer);');
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  await migrate();
  assert.match(
    written.join(''),
    /^An older version of Ponte .+ side by side\.\nThe database is being upgraded: 0002_more\.sql\n$/,
  );
  assert.equal((await query(databaseUrl, 'select from schema_migrations')).length, 2);
});
