import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { openAccounts, openConnection, openOther, SLOW, takeAll } from '../../test/budgets.ts';
import type { EnvironmentId } from '../ids.ts';
import { takeCalls } from './budget-store.ts';

const app = await testApp();
const [ann, bob, eve] = (await openAccounts(app, 3)) as [
  EnvironmentId,
  EnvironmentId,
  EnvironmentId,
];

test('pages get half of the burst and the rate, and the API gets what they leave', async () => {
  const connection = openConnection(app);
  await takeAll(connection, ann, 'deposit', 'page');
  await takeAll(connection, bob);
  let [paged, ordered] = [0, 0];
  const startedAt = performance.now();
  for (let second = 0; second < 480; second += 1) {
    // Pages of two accounts ask all the time, and one order beside them.
    for (const who of [ann, ann, eve]) {
      if ((await connection.take(who, 'page')) === 0) paged += 1;
    }
    if ((await connection.take(ann)) === 0) ordered += 1;
    await connection.pass(1);
  }
  // Seven and a half a minute each, in eight minutes and the time that the test itself took.
  const most = 7.5 * (8 + (performance.now() - startedAt) / 60_000);
  assert.ok(paged >= 58 && paged <= most + 1, String(paged));
  assert.ok(ordered >= 58 && ordered <= most + 3, String(ordered));
});

test('the API gets the whole budget while no page needs it', async () => {
  const connection = openConnection(app, SLOW);
  assert.equal(await takeAll(connection, ann), 50);
  // Even if no account is short of calls, a page gets no more than there are.
  assert.ok((await connection.take(bob, 'page')) > 350);
});

test('a refused page gets its call exactly when announced, and not before', async () => {
  const connection = openConnection(app, SLOW);
  assert.equal(await takeAll(connection, ann, 'deposit', 'page'), 25);
  const seconds = await connection.take(bob, 'page');
  // At half the rate a call takes 800 s, plus one second for calls in flight.
  assert.ok(seconds > 750 && seconds <= 801, String(seconds));
  await connection.pass(seconds - 60);
  assert.ok((await connection.take(bob, 'page')) > 0);
  await connection.pass(60);
  // The call was promised to bob, although ann asks first.
  assert.ok((await connection.take(ann, 'page')) > 0);
  assert.equal(await connection.take(bob, 'page'), 0);
  assert.ok((await connection.take(bob, 'page')) > 0);
});

test('pages that wait for their own half do not block orders', async () => {
  const connection = openConnection(app, SLOW);
  assert.equal(await takeAll(connection, ann, 'deposit', 'page'), 25);
  for (const who of [ann, eve]) assert.ok((await connection.take(who, 'page')) > 0);
  // Down to the last call: none is reserved for pages that could not use it.
  assert.equal(await takeAll(connection, bob), 25);
});

test('the half for pages holds over all nodes and concurrent pages', async (t) => {
  const connection = openConnection(app, SLOW);
  const other = await openOther(app, t);
  const ask = (at: number): Promise<number> =>
    takeCalls(
      at % 2 === 0 ? app.db : other,
      {
        connection: connection.name,
        environmentId: [ann, bob, eve][at % 3] ?? ann,
        purpose: at % 5 === 0 ? 'request' : 'page',
      },
      [['deposit', { perMinute: 0.15, burst: 20 }]],
    );
  const waits = await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at)));
  const had = (isPage: boolean): number =>
    waits.filter((seconds, at) => seconds === 0 && (at % 5 !== 0) === isPage).length;
  assert.deepEqual([had(true), had(false)], [10, 8]);
  assert.equal(await connection.take(ann), 0);
});
