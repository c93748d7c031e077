import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { connect } from '../platform/db.ts';
import { VISITOR } from '../platform/find-serving.ts';
import { databaseChecks, judgeQueues } from './check-database.ts';
import { lookAt } from './finding.ts';
import { readQueues } from './read-queues.ts';

const { config, db, vault } = await testApp();

/** Waits until the provider allows calls again, for as long as it takes. */
const PATIENT = 'resting_keys';

test('every queue is late once the alert of the guide about it fires', async () => {
  const queues = await readQueues(db);
  assert.ok(queues.some(({ queue }) => queue === PATIENT));
  for (const { queue } of queues) {
    const { verdict, found } = judgeQueues([{ queue, depth: 1, ageSeconds: 3_601 }]);
    assert.equal(verdict, queue === PATIENT ? 'ok' : 'warn', found);
  }
  const looks = judgeQueues([{ queue: 'mails', depth: 2, ageSeconds: 301 }]);
  assert.deepEqual([looks.verdict, looks.found], ['warn', 'late: mails 2 (oldest 301 s)']);
});

test('a check that misses a table refers to the migrations', async () => {
  const look = () => db<never>`select from a_table_of_another_release`.then(() => judgeQueues([]));
  const [finding] = await lookAt([{ check: 'queues', look }]);
  assert.equal(finding?.verdict, 'fail');
  assert.match(finding.todo ?? '', /migrations/);
});

test('missing migrations are named while they are few, and otherwise the first and the last', async (t) => {
  const app = await testApp(t);
  const checks = databaseChecks(config, app.db, vault);
  const look = async (): Promise<unknown> => {
    const [finding] = await lookAt(checks.filter(({ check }) => check === 'migrations'));
    return finding?.found;
  };
  const drop = async (least: number): Promise<string[]> => {
    const rows = await app.db<{ name: string }>`
      delete from schema_migrations where version >= ${least} returning name`;
    return rows.map(({ name }) => name).sort();
  };
  const all = (await app.db`select from schema_migrations`).length;
  const few = await drop(all - 1);
  assert.equal(await look(), `missing: ${few.join(', ')}`);
  const more = [...(await drop(all - 9)), ...few];
  const ends = `${String(more[0])} to ${String(more.at(-1))}`;
  assert.equal(await look(), `missing: 10 of ${String(all)}, from ${ends}`);
  await drop(0);
  assert.equal(await look(), `none of ${String(all)} is applied`);
});

test('while processes of an older version serve, the advice is to stop them before migrating', async (t) => {
  const app = await testApp(t);
  const [last] = await app.db<{ name: string }>`
    delete from schema_migrations
    where version = (select max(version) from schema_migrations) returning name`;
  const url = await urlBehind(app.db);
  const visitor = connect({ url, connections: 1, name: VISITOR, onError: () => undefined });
  t.after(() => visitor.end());
  const look = async (set: typeof config): Promise<unknown> => {
    const checks = databaseChecks(set, visitor, vault);
    const [finding] = await lookAt(checks.filter(({ check }) => check === 'migrations'));
    assert.equal(finding?.found, `missing: ${String(last?.name)}`);
    return finding.todo;
  };
  const served = /^Stop all processes of the older version \(\d+ connections? from .+ migrate$/;
  assert.match(String(await look(config)), served);
  assert.match(String(await look({ ...config, databasePooled: true })), /^Run: .+ migrate$/);
});

test('a database that takes no writes is no good, though it answers', async (t) => {
  const url = new URL(await urlBehind(db));
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const readOnly = connect({ url: url.href, connections: 1, onError: () => undefined });
  t.after(() => readOnly.end());
  const [check] = databaseChecks(config, readOnly, vault);
  assert.ok(check);
  const { verdict, found, todo } = await check.look();
  assert.equal(verdict, 'fail');
  assert.match(found, /takes no writes/);
  assert.match(todo ?? '', /default_transaction_read_only/);
});
