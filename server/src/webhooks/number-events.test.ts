import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import type { App } from '../app.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { listEvents } from './list-events.ts';
import { numberEvents } from './number-events.ts';
import { type NewEvent, recordEvents } from './record-events.ts';

const confirmed = (environmentId: EnvironmentId, resourceId = newId('dep')): NewEvent => ({
  environmentId,
  kind: 'deposit.confirmed',
  resourceId,
  data: { id: resourceId },
  at: new Date(),
});

const record = (tx: Tx, environmentId: EnvironmentId, resourceId = newId('dep')) =>
  recordEvents(tx, [confirmed(environmentId, resourceId)]);

async function recordMany(app: App, environmentId: EnvironmentId, count: number): Promise<void> {
  const events = Array.from({ length: count }, () => confirmed(environmentId));
  await app.db.begin((tx) => recordEvents(tx, events));
}

const sequencesOf = async (app: App, id: EnvironmentId) =>
  (await listEvents(app.db, id, 0, 10_000)).entries.map(({ sequence }) => sequence);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('each environment has its own sequence, in the order of writing', async (t) => {
  const app = await testApp(t);
  const [one, other] = [await testEnvironment(app), await testEnvironment(app)];
  const ids = [newId('dep'), newId('dep'), newId('dep')].reverse();
  for (const id of ids) {
    await app.db.begin((tx) => record(tx, one.environment.id, id));
    await recordMany(app, other.environment.id, 2);
  }
  await numberEvents(app.db);
  const { entries } = await listEvents(app.db, one.environment.id, 0, 10);
  assert.deepEqual(
    entries.map(({ sequence, resourceId }) => [sequence, resourceId]),
    ids.map((id, index) => [index + 1, id]),
  );
  assert.deepEqual(await sequencesOf(app, other.environment.id), upTo(6));
});

test('a transaction that is rolled back or still open leaves no gap', async (t) => {
  const app = await testApp(t);
  const { id } = (await testEnvironment(app)).environment;
  await app.db.begin(async (open) => {
    await record(open, id);
    await app.db.begin((tx) => record(tx, id));
    const undone = app.db.begin(async (tx) => {
      await record(tx, id);
      throw new Error('undone');
    });
    await assert.rejects(undone);
    await app.db.begin((tx) => record(tx, id));
    await numberEvents(app.db);
    assert.deepEqual(await sequencesOf(app, id), [1, 2]);
  });
  await numberEvents(app.db);
  assert.deepEqual(await sequencesOf(app, id), [1, 2, 3]);
});

test('concurrent workers and writers assign each number once, without a gap', async (t) => {
  const app = await testApp(t);
  const environments = [await testEnvironment(app), await testEnvironment(app)];
  const ids = environments.map(({ environment }) => environment.id);
  let writing = true;
  const readers = ids.map(async (id) => {
    while (writing) {
      const seen = await sequencesOf(app, id);
      assert.deepEqual(seen, upTo(seen.length));
    }
  });
  const workers = upTo(4).map(async () => {
    while (writing || (await numberEvents(app.db))) await numberEvents(app.db);
  });
  const writers = upTo(60).flatMap(() => ids.map((id) => recordMany(app, id, 3)));
  await Promise.all(writers);
  writing = false;
  await Promise.all([...workers, ...readers]);
  while (await numberEvents(app.db));
  await numberEvents(app.db);
  for (const id of ids) assert.deepEqual(await sequencesOf(app, id), upTo(180));
});

test('a turn is bounded, and reports that more events are waiting', async (t) => {
  const app = await testApp(t);
  const { id } = (await testEnvironment(app)).environment;
  await recordMany(app, id, 1_100);
  assert.equal(await numberEvents(app.db), true);
  assert.equal((await sequencesOf(app, id)).length, 1_000);
  assert.equal(await numberEvents(app.db), false);
  assert.deepEqual(await sequencesOf(app, id), upTo(1_100));
  assert.equal(await numberEvents(app.db), false);
});
