import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { testDatabase } from '../../test/database.ts';
import { listen } from '../../test/listen.ts';
import { openWire } from '../../test/wire.ts';
import { connect, type Db, isDatabaseAway } from './db.ts';
import { compile, identifier, sql, when } from './sql.ts';

async function open(t: TestContext, url: string, answerMs?: number): Promise<Db> {
  const db = connect({ url, connections: 2, onError: () => undefined, answerMs });
  t.after(() => db.end());
  return db;
}

/** The error that the work fails with, and after how many milliseconds. */
async function failureOf(work: Promise<unknown>): Promise<[unknown, number]> {
  const startedAt = performance.now();
  const error: unknown = await work.then(
    () => assert.fail('it went well'),
    (failure: unknown) => failure,
  );
  return [error, performance.now() - startedAt];
}

test('a statement keeps its parameters in order through nested fragments', () => {
  const status = 'PENDING';
  const text = (template: TemplateStringsArray, ...values: unknown[]) => compile(template, values);
  const { text: written, values } = text`
    select 1 from rows where a = ${1} ${sql`and b = ${2} ${when(status, sql`and c = ${status}`)}`}
      ${when(undefined, sql`and d = ${'never'}`)} and e = ${3}`;
  assert.deepEqual(values, [1, 2, 'PENDING', 3]);
  assert.deepEqual(
    [...written.matchAll(/(\w) = \$(\d)/g)].map(([, column, number]) => `${column}${number}`),
    ['a1', 'b2', 'c3', 'e4'],
  );
  assert.ok(!written.includes('d ='));
});

test('a template with and without its conditions compiles to two statements with distinct names', () => {
  const of = (given: unknown) =>
    ((template: TemplateStringsArray, ...values: unknown[]) => compile(template, values))`
      select 1 where true ${when(given, sql`and 1 = ${given}`)}`;
  assert.equal(of(1).name, of(2).name);
  assert.notEqual(of(1).name, of(undefined).name);
  assert.equal(of(undefined).values.length, 0);
});

test('a dynamic identifier is quoted, whatever it contains', async (t) => {
  const db = await open(t, await testDatabase(t));
  const evil = 'x" from accounts; drop table accounts; --';
  const [row] = await db`select 1 as ${identifier(evil)}`;
  assert.deepEqual(Object.values(row ?? {}), [1]);
  await db`select 1 from accounts`;
});

test('a failing afterCommit hook neither fails the transaction nor stops the other hooks', async (t) => {
  const faults: string[] = [];
  const onError = (error: Error): void => void faults.push(error.message);
  const db = connect({ url: await testDatabase(t), connections: 2, onError });
  t.after(() => db.end());
  const done: string[] = [];
  const answer = await db.begin(async (tx) => {
    tx.afterCommit(() => {
      throw new Error('no good');
    });
    tx.afterCommit(() => void done.push('hooked'));
    return 'committed';
  });
  assert.deepEqual([answer, done, faults], ['committed', ['hooked'], ['no good']]);
});

test('a transaction that ignores a failed statement rejects at its commit and is rolled back', async (t) => {
  const db = await open(t, await testDatabase(t));
  const passedOver = db.begin(async (tx) => {
    await tx`create table kept ()`;
    await tx`select 1 / ${0}::int`.catch(() => undefined);
  });
  await assert.rejects(passedOver, {
    message: 'a transaction that had failed was to be committed',
  });
  assert.deepEqual(await db`select 1 from pg_tables where tablename = 'kept'`, []);
});

test('an error reported by the server does not count as the database being away', async (t) => {
  const db = await open(t, await testDatabase(t));
  for (const statement of [
    () => db`select 1 / ${0}::int`,
    () => db`select nothing`,
    () => db`insert into accounts (id, email) values ('no id', '')`,
    () => db`select 9007199254740993::bigint as big`,
    () => db`select ${{ toJSON: () => 1n }}`,
    () => db.begin((tx) => tx`select 'x'::int`),
  ]) {
    const [error] = await failureOf(statement());
    assert.equal(isDatabaseAway(error), false, String(error));
  }
  for (const other of [new Error('Connection terminated'), new Error('socket hang up'), 'no']) {
    assert.equal(isDatabaseAway(other), false);
  }
});

test('a terminated or refused connection counts as the database being away', async (t) => {
  const url = await testDatabase(t);
  const db = await open(t, url);
  const [killed] = await failureOf(db`select pg_terminate_backend(pg_backend_pid())`);
  assert.ok(isDatabaseAway(killed));
  const [inside] = await failureOf(
    db.begin(async (tx) => {
      await tx`select pg_terminate_backend(pg_backend_pid())`.catch(() => undefined);
      await tx`select 1`;
    }),
  );
  assert.ok(isDatabaseAway(inside));
  await db`select 1`;
  const nowhere = await open(t, 'postgresql://a:b@127.0.0.1:9/c');
  const [refused] = await failureOf(nowhere`select 1`);
  assert.ok(isDatabaseAway(refused));
});

test('a connection that the server refuses counts as the database being away', async (t) => {
  const [changed, absent] = [new URL(await testDatabase(t)), new URL(await testDatabase(t))];
  changed.password = 'changed';
  absent.pathname = '/nobodys';
  for (const [{ href }, code] of [
    [changed, '28P01'],
    [absent, '3D000'],
  ] as const) {
    const db = await open(t, href);
    for (const attempt of [() => db`select 1`, () => db.begin((tx) => tx`select 1`)]) {
      const [error] = await failureOf(attempt());
      assert.ok(error instanceof pg.DatabaseError && isDatabaseAway(error));
      assert.equal(error.code, code);
    }
  }
});

test('a server that accepts connections but never responds times out within two seconds', async (t) => {
  const db = await open(t, await deafServer(t));
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      failureOf(index % 2 === 0 ? db`select 1` : db.begin((tx) => tx`select 1`)),
    ),
  );
  for (const [error, ms] of all) {
    assert.ok(isDatabaseAway(error));
    assert.ok(ms < 2_000, String(ms));
  }
});

test('a server that stops responding mid-transaction costs one timeout, not one per statement', async (t) => {
  const wire = await openWire(t, await testDatabase(t));
  const db = await open(t, wire.url, 2_000);
  await db`select 1`;
  const [inside, ms] = await failureOf(
    db.begin(async (tx) => {
      wire.mute();
      await tx`select 1`;
    }),
  );
  assert.ok(isDatabaseAway(inside));
  assert.ok(ms < 4_900, String(ms));
  wire.mend();
  await db`select 1`;
});

test('a statement that takes too long is canceled by the server', async (t) => {
  const db = await open(t, await testDatabase(t), 200);
  const [error] = await failureOf(
    db.begin(async (tx) => {
      await tx`select pg_sleep(5)`;
    }),
  );
  assert.ok(isDatabaseAway(error));
  assert.match(String(error), /statement timeout/);
});

test('behind a pooler no prepared statements or settings are left in the session', async (t) => {
  const url = await testDatabase(t);
  const db = connect({ url, connections: 1, onError: () => undefined, pooled: true });
  t.after(() => db.end());
  await db`select ${1}::int as one`;
  await db.begin((tx) => tx`select ${1}::int as one`);
  const [left] = await db<{ prepared: number; set: number }>`
    select (select count(*) from pg_prepared_statements) as prepared,
      (select count(*) from pg_settings where name like '%timeout' and source = 'client') as set`;
  assert.deepEqual(left, { prepared: 0, set: 0 });
});

async function deafServer(t: TestContext): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  const port = await listen(server);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgresql://${randomBytes(4).toString('hex')}:x@127.0.0.1:${String(port)}/x`;
}
