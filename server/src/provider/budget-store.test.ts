import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { openAccounts, openConnection, openOther, SLOW, takeAll } from '../../test/budgets.ts';
import type { EnvironmentId } from '../ids.ts';
import { liveBudgetsLeft, takeCalls } from './budget-store.ts';

const app = await testApp();
const { db } = app;
const [ann, bob, eve] = (await openAccounts(app, 3)) as [
  EnvironmentId,
  EnvironmentId,
  EnvironmentId,
];

test('an account that is alone gets the whole budget, and room returns when announced', async () => {
  const connection = openConnection(app, SLOW);
  assert.equal(await takeAll(connection, ann), 50);
  const seconds = await connection.take(ann);
  // Plus one second for calls still in flight.
  assert.ok(seconds > 350 && seconds <= 401, String(seconds));
  await connection.pass(seconds - 60);
  assert.ok((await connection.take(ann)) > 0);
  await connection.pass(60);
  assert.equal(await connection.take(ann), 0);
  assert.ok((await connection.take(ann)) > 0);
});

test('a budget is never exceeded by concurrent calls on several nodes', async (t) => {
  const connection = openConnection(app);
  const other = await openOther(app, t);
  const asker = { connection: connection.name, environmentId: ann, purpose: 'request' } as const;
  const burst = Array.from({ length: 36 }, (_, at) =>
    takeCalls(at % 2 === 0 ? db : other, asker, [['deposit', { perMinute: 0.15, burst: 20 }]]),
  );
  const waits = await Promise.all(burst);
  assert.equal(waits.filter((seconds) => seconds === 0).length, 20);
});

test("a budget is kept a second behind the provider's, which counts from the call's arrival", async () => {
  const connection = openConnection(app, { deposit: { perMinute: 0.15, burst: 1 } });
  const startedAt = performance.now();
  assert.equal(await connection.take(ann), 0);
  // The provider's count may have begun a second later.
  await connection.pass(400);
  const seconds = await connection.take(ann);
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  assert.ok(seconds <= 1 && seconds + tookSeconds >= 1, String(seconds));
});

test('status checks may not use the last third of a budget, and an idle budget never exceeds its burst', async () => {
  const connection = openConnection(app, SLOW);
  const look = (): Promise<number> => connection.take(ann, 'sweep', ['deposit-status']);
  let looks = 0;
  while ((await look()) === 0) looks += 1;
  assert.equal(looks, 33);
  assert.equal(await takeAll(connection, bob, 'deposit-status'), 17);
  await connection.pass(86_400);
  assert.equal(await takeAll(connection, bob, 'deposit-status'), 50);
});

test('comparisons get a third of the rate, and leave the last third of a budget', async () => {
  const connection = openConnection(app);
  let compared = 0;
  const startedAt = performance.now();
  for (let second = 0; second < 600; second += 5) {
    if ((await connection.take(ann, 'reconcile', ['deposits'])) === 0) compared += 1;
    await connection.pass(5);
  }
  // A third of twelve a minute, in ten minutes and the time that the test itself took, plus a third
  // of the burst.
  const most = 4 * (10 + (performance.now() - startedAt) / 60_000) + 4;
  assert.ok(compared >= 40 && compared <= most, String(compared));
  let looks = 0;
  while ((await connection.take(ann, 'sweep', ['deposits'])) === 0) looks += 1;
  assert.ok(looks >= 5, String(looks));
  assert.ok((await connection.take(ann, 'reconcile', ['deposits'])) > 0);
});

test('two calls are taken from their budgets together or not at all', async () => {
  const connection = openConnection(app, SLOW);
  await takeAll(connection, bob, 'withdraw-status');
  const both = ['withdraw', 'withdraw-status'];
  assert.ok((await connection.take(ann, 'request', both)) > 0);
  assert.equal(
    await takeAll(connection, bob, 'withdraw'),
    49,
    'one is left to the account that waits',
  );
});

test("an operator's own budget replaces the default one immediately", async () => {
  const before = openConnection(app, SLOW);
  await takeAll(before, ann);
  const raised = [['deposit', { perMinute: 6_000, burst: 50 }]] as const;
  const asker = { connection: before.name, environmentId: ann, purpose: 'request' } as const;
  assert.ok((await takeCalls(db, asker, raised)) < 1.1);
});

test('a refused account gets the call it was promised, even if another asks all the time', async () => {
  const connection = openConnection(app, SLOW);
  await takeAll(connection, ann);
  const promised = Math.ceil(await connection.take(bob));
  for (let part = 0; part < 10; part += 1) {
    assert.ok((await connection.take(ann)) > 0, 'it was given to the account that had most');
    await connection.pass(promised / 10);
  }
  assert.ok((await connection.take(ann)) > 0);
  assert.equal(await connection.take(bob), 0);
});

test('an account that does not return loses its place after a grace period, and no call is lost', async () => {
  const connection = openConnection(app, SLOW);
  await takeAll(connection, ann);
  const promised = Math.ceil(await connection.take(bob));
  await connection.pass(promised);
  assert.ok((await connection.take(ann)) > 0);
  await connection.pass(6);
  assert.equal(await connection.take(ann), 0);
});

test('returning calls are shared equally, however often an account asks', async () => {
  const connection = openConnection(app);
  await takeAll(connection, ann);
  const startedAt = performance.now();
  const had = new Map([ann, bob, eve].map((who) => [who, 0]));
  const next = new Map([ann, bob, eve].map((who) => [who, 0]));
  for (let second = 0; second < 480; second += 2) {
    // Ann asks all the time; the others return at the announced time.
    const asking = [ann, ann, bob, eve];
    for (const who of asking) {
      if (who !== ann && (next.get(who) ?? 0) > second) continue;
      const wait = await connection.take(who);
      if (wait === 0) had.set(who, (had.get(who) ?? 0) + 1);
      else next.set(who, second + Math.ceil(wait));
    }
    await connection.pass(2);
  }
  const [most = 0, fair = 0, fair2 = 0] = [ann, bob, eve].map((who) => had.get(who));
  assert.ok(most + fair + fair2 >= 118, 'calls were left unused');
  // A third of fifteen a minute, in eight minutes and the time that the test itself took. What Ann
  // took before counts against her, less and less.
  const third = 5 * (8 + (performance.now() - startedAt) / 60_000);
  assert.ok(most >= 20 && most <= third + 1, String(most));
  assert.ok(fair >= 39 && fair2 >= 39, `${String(fair)} ${String(fair2)}`);
});

test('an account gains little by asking in parallel, and the budget is not exceeded', async () => {
  const connection = openConnection(app, { deposit: { perMinute: 30, burst: 10 } });
  await takeAll(connection, ann);
  const startedAt = performance.now();
  let [anns, bobs] = [0, 0];
  for (let second = 0; second < 120; second += 2) {
    const waits = await Promise.all([ann, ann, ann, ann, bob].map((who) => connection.take(who)));
    anns += waits.slice(0, 4).filter((wait) => wait === 0).length;
    if (waits[4] === 0) bobs += 1;
    await connection.pass(2);
  }
  // One in two seconds, in two minutes and the time that the test itself took.
  const granted = 60 + (performance.now() - startedAt) / 2_000;
  assert.ok(anns + bobs <= granted + 1, `${String(anns)} and ${String(bobs)}`);
  assert.ok(anns + bobs >= granted - 3, `${String(anns)} and ${String(bobs)}`);
  // Shared without turns, Ann's four callers would get four fifths.
  assert.ok(2 * bobs >= anns, `${String(anns)} and ${String(bobs)}`);
});

test('the rest of the live budgets can be read without using any', async () => {
  const asker = { connection: 'live', environmentId: ann, purpose: 'reconcile' } as const;
  await takeCalls(db, asker, [['deposits', { perMinute: 12, burst: 10 }]]);
  const page = { ...asker, purpose: 'page' } as const;
  await takeCalls(db, page, [['deposit', { perMinute: 0.15, burst: 10 }]]);
  // The parts reserved for pages and for comparisons are not listed as budgets.
  assert.deepEqual(
    (await liveBudgetsLeft(db)).map(({ call, left }) => `${call} ${left.toFixed(1)}`),
    ['deposit 9.0', 'deposits 9.0'],
  );
});

test('budgets keep working after the clock is set back by days', async () => {
  const connection = openConnection(app, SLOW);
  const asks = async (who: EnvironmentId): Promise<number> => connection.take(who);
  assert.equal(await takeAll(connection, ann), 50);
  assert.ok((await asks(bob)) > 0);
  await connection.pass(-2 * 86_400);
  // Calls come back in time, bob's forgotten place does not block others, and ann may continue.
  assert.ok((await asks(ann)) <= 800);
  await connection.pass(1_200);
  assert.equal(await asks(ann), 0);
  assert.ok((await asks(bob)) <= 800);
});
