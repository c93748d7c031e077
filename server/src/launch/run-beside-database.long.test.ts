import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Ended, runPonte } from '../../test/contract/ponte.ts';
import { allGone, makeScratch } from '../../test/launcher.ts';

/** A program that finds the database as PostgreSQL's own do, and does what its argument says. */
const TOOL = `
  import pg from 'pg';
  const client = new pg.Client();
  await client.connect();
  const [what, ...words] = process.argv.slice(1);
  if (what === 'wait') process.kill(process.ppid, 'SIGINT');
  const { rows } = await client.query(what === 'wait' ? 'select pg_sleep(0.5)' : what);
  console.log(JSON.stringify([rows, words]));
  await client.end();
  process.exit(7);
`;

test('a program reaches the embedded database, with its own options, output and exit code', async (t) => {
  const scratch = await makeScratch(t);
  const dataDir = join(scratch, 'data');
  const ponte = (...words: string[]): Promise<Ended> =>
    runPonte({ dataDir, databaseUrl: undefined }, words);
  const tool = (...words: string[]): Promise<Ended> =>
    ponte('with-database', '--', process.execPath, '--input-type=module', '-e', TOOL, ...words);
  const early = await tool('select 1');
  assert.equal(early.status, 1);
  assert.match(early.errors, /There is no installation/);
  assert.equal((await ponte('account', 'create', '--email', 'owner@example.com')).status, 0);
  const told = await tool('select count(*)::int as accounts from accounts', '--json', '--to=x');
  const output = `${JSON.stringify([[{ accounts: 1 }], ['--json', '--to=x']])}\n`;
  assert.deepEqual(told, { status: 7, output, errors: '' });
  // Ctrl-C is the program's: psql only ends a query with it.
  assert.equal((await tool('wait')).status, 7);
  const absent = await ponte('with-database', 'no-such-program');
  assert.equal(absent.status, 1);
  assert.match(absent.errors, /no-such-program cannot be started \(ENOENT\)\. Install it/);
  for (const words of [[], ['--'], ['--help'], ['']]) {
    assert.equal((await ponte('with-database', ...words)).status, 2, words.join(' '));
  }
  assert.ok(await allGone(scratch, 1_000));
});
