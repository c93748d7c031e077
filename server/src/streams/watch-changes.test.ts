import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { query } from '../../test/query.ts';
import { until } from '../../test/receiver.ts';
import { notifyNow } from '../changes/notify-change.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import { TIMING, watchChanges } from './watch-changes.ts';

const { app } = await openGateway();

/** A watch on a clock of its own, which has listened for a minute. */
async function openWatch(t: TestContext) {
  let now = 0;
  const watch = watchChanges(app, TIMING, () => now);
  t.after(() => watch.close());
  const follow = (environmentId: EnvironmentId): string[] => {
    const heard: string[] = [];
    watch.watch(environmentId, (change) => heard.push(change?.id ?? 'missed'));
    return heard;
  };
  const first = follow(newId('env'));
  await until(async () => first.length === 1);
  now += 60_000;
  return { follow, pass: (ms: number) => (now += ms) };
}

test('a listener also hears what changed in its environment shortly before it came', async (t) => {
  const { follow, pass } = await openWatch(t);
  const [environmentId, elsewhere] = [newId('env'), newId('env')];
  const early = follow(environmentId);
  const change = { environmentId, kind: 'deposit', status: 'CONFIRMED' } as const;
  const [old, fresh] = [newId('dep'), newId('dep')];
  notifyNow(app.db, { ...change, id: old });
  await until(async () => early.length === 1);
  pass(TIMING.recentMs);
  notifyNow(app.db, { ...change, id: fresh });
  await until(async () => early.length === 2);
  pass(TIMING.recentMs - 1);
  assert.deepEqual(follow(environmentId), [fresh]);
  assert.deepEqual(follow(elsewhere), []);
  pass(1);
  assert.deepEqual(follow(environmentId), []);
  assert.deepEqual(early, [old, fresh]);
});

test('a listener that comes after a hundred changes reads again', async (t) => {
  const { follow } = await openWatch(t);
  const environmentId = newId('env');
  const early = follow(environmentId);
  const order = { environmentId, kind: 'deposit', status: 'PENDING' } as const;
  for (let count = 0; count < 100; count += 1) notifyNow(app.db, { ...order, id: newId('dep') });
  await until(async () => early.length === 100);
  assert.equal(follow(environmentId).length, 100);
  notifyNow(app.db, { ...order, id: newId('dep') });
  await until(async () => early.length === 101);
  assert.deepEqual(follow(environmentId), ['missed']);
});

test('a listener that comes shortly after notifications began to be received reads again', async (t) => {
  const hearing = watchChanges(app, TIMING, () => 0);
  t.after(() => hearing.close());
  let begun = 0;
  hearing.watch(newId('env'), () => (begun += 1));
  await until(async () => begun === 1);
  const heard: unknown[] = [];
  hearing.watch(newId('env'), (change) => heard.push(change));
  assert.deepEqual(heard, [undefined]);
});

test('clients are asked to read again while nothing can be heard, and after a reconnect', async (t) => {
  const environmentId: EnvironmentId = newId('env');
  const deaf = watchChanges(
    { ...app, config: { ...app.config, databasePooled: true, databaseDirectUrl: undefined } },
    { ...TIMING, deafMs: 20 },
  );
  t.after(() => deaf.close());
  let missed = 0;
  deaf.watch(environmentId, (change) => (missed += Number(change === undefined)));
  await until(async () => missed >= 2);

  const hearing = watchChanges(app, { ...TIMING, deafMs: 600_000 });
  t.after(() => hearing.close());
  let begun = 0;
  hearing.watch(environmentId, (change) => (begun += Number(change === undefined)));
  await until(async () => begun === 1);
  const { databaseUrl = '' } = app.config;
  await query(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen "ponte_changes"%' and pid <> pg_backend_pid()`,
  );
  await until(async () => begun >= 2);
});
