import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { openAccounts, openConnection, openOther, SLOW, takeAll } from '../../test/budgets.ts';
import type { EnvironmentId } from '../ids.ts';
import { budgetsLeft, takeCalls } from './budget-store.ts';

const app = await testApp();
const { db } = app;
const [ann, bob, eve] = (await openAccounts(app, 3)) as [
  EnvironmentId,
  EnvironmentId,
  EnvironmentId,
];

test("is wholly an account's that is alone, and room comes when it was told", async () => {
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

test('is never exceeded, however many ask at once on however many nodes', async (t) => {
  const connection = openConnection(app);
  const other = await openOther(app, t);
  const asker = { connection: connection.name, environmentId: ann, purpose: 'request' } as const;
  const rush = Array.from({ length: 36 }, (_, at) =>
    takeCalls(at % 2 === 0 ? db : other, asker, [['deposit', { perMinute: 0.15, burst: 20 }]]),
  );
  const waits = await Promise.all(rush);
  assert.equal(waits.filter((seconds) => seconds === 0).length, 20);
});

test("is kept a second behind the provider's, whose count begins when the call arrives", async () => {
  const connection = openConnection(app, { deposit: { perMinute: 0.15, burst: 1 } });
  assert.equal(await connection.take(ann), 0);
  // The provider's count may have begun a second later.
  await connection.pass(400);
  const seconds = await connection.take(ann);
  assert.ok(seconds > 0 && seconds <= 1, String(seconds));
});

test('keeps its last third from looks, and what nobody took for long is no more than a burst', async () => {
  const connection = openConnection(app, SLOW);
  const look = (): Promise<number> => connection.take(ann, 'sweep', ['deposit-status']);
  let looks = 0;
  while ((await look()) === 0) looks += 1;
  assert.equal(looks, 33);
  assert.equal(await takeAll(connection, bob, 'deposit-status'), 17);
  await connection.pass(86_400);
  assert.equal(await takeAll(connection, bob, 'deposit-status'), 50);
});

test('gives comparisons a third of its rate, above the third that they leave', async () => {
  const connection = openConnection(app);
  let compared = 0;
  for (let second = 0; second < 600; second += 5) {
    if ((await connection.take(ann, 'reconcile', ['deposits'])) === 0) compared += 1;
    await connection.pass(5);
  }
  // Ten minutes at a third of twelve a minute, plus a third of the burst.
  assert.ok(compared >= 40 && compared <= 44, String(compared));
  let looks = 0;
  while ((await connection.take(ann, 'sweep', ['deposits'])) === 0) looks += 1;
  assert.ok(looks >= 5, String(looks));
  assert.ok((await connection.take(ann, 'reconcile', ['deposits'])) > 0);
});

test('takes two calls or none', async () => {
  const connection = openConnection(app, SLOW);
  await takeAll(connection, bob, 'withdraw-status');
  const both = ['withdraw', 'withdraw-status'];
  assert.ok((await connection.take(ann, 'request', both)) > 0);
  assert.equal(await takeAll(connection, bob, 'withdraw'), 49, 'one is left to who waits');
});

test("of the operator's own replaces the known one at once", async () => {
  const before = openConnection(app, SLOW);
  await takeAll(before, ann);
  const raised = [['deposit', { perMinute: 6_000, burst: 50 }]] as const;
  const asker = { connection: before.name, environmentId: ann, purpose: 'request' } as const;
  assert.ok((await takeCalls(db, asker, raised)) < 1.1);
});

test('who was refused finds the call that it was promised, though another asks all the time', async () => {
  const connection = openConnection(app, SLOW);
  await takeAll(connection, ann);
  const promised = Math.ceil(await connection.take(bob));
  for (let part = 0; part < 10; part += 1) {
    assert.ok((await connection.take(ann)) > 0, 'it was given to the one who had most');
    await connection.pass(promised / 10);
  }
  assert.ok((await connection.take(ann)) > 0);
  assert.equal(await connection.take(bob), 0);
});

test('who does not come back loses the place after a grace, and nothing is lost with it', async () => {
  const connection = openConnection(app, SLOW);
  await takeAll(connection, ann);
  const promised = Math.ceil(await connection.take(bob));
  await connection.pass(promised);
  assert.ok((await connection.take(ann)) > 0);
  await connection.pass(6);
  assert.equal(await connection.take(ann), 0);
});

test('calls come back in equal shares, whoever asks more', async () => {
  const connection = openConnection(app);
  await takeAll(connection, ann);
  const had = new Map([ann, bob, eve].map((who) => [who, 0]));
  const next = new Map([ann, bob, eve].map((who) => [who, 0]));
  for (let second = 0; second < 480; second += 2) {
    // Ann asks all the time; the others return when they were told to.
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
  // What Ann took before counts against her, less and less.
  assert.ok(most >= 20 && most <= 41, String(most));
  assert.ok(fair >= 39 && fair2 >= 39, `${String(fair)} ${String(fair2)}`);
});

test('two who hammer at once get as much each, and together no more than there is', async () => {
  // Ten a second, so that the test can run in real time.
  const budget = ['deposit', { perMinute: 600, burst: 10 }] as const;
  const connection = openConnection(app, { deposit: budget[1] });
  await takeAll(connection, ann);
  const startedAt = performance.now();
  const until = startedAt + 3_000;
  const hammer = async (who: EnvironmentId): Promise<number> => {
    let had = 0;
    while (performance.now() < until) had += (await connection.take(who)) === 0 ? 1 : 0;
    return had;
  };
  const five = await Promise.all([ann, ann, ann, ann, bob].map(hammer));
  const anns = five.slice(0, 4).reduce((sum, had) => sum + had, 0);
  const bobs = five[4] ?? 0;
  const granted = 10 * ((performance.now() - startedAt) / 1_000);
  assert.ok(anns + bobs <= granted + 1, `${String(anns)} and ${String(bobs)}`);
  assert.ok(anns + bobs >= granted - 12, `${String(anns)} and ${String(bobs)}`);
  assert.ok(bobs >= anns, `${String(anns)} and ${String(bobs)}`);
});

test('what is left of the live budgets can be read, without taking any', async () => {
  const asker = { connection: 'live', environmentId: ann, purpose: 'reconcile' } as const;
  await takeCalls(db, asker, [['deposits', { perMinute: 12, burst: 10 }]]);
  const page = { ...asker, purpose: 'page' } as const;
  await takeCalls(db, page, [['deposit', { perMinute: 0.15, burst: 10 }]]);
  // The parts reserved for pages and for comparisons are not listed as budgets.
  assert.deepEqual(
    (await budgetsLeft(db)).map(({ call, left }) => `${call} ${left.toFixed(1)}`),
    ['deposit 9.0', 'deposits 9.0'],
  );
});

test('goes on as before when the clock was set back by days', async () => {
  const connection = openConnection(app);
  const asks = async (who: EnvironmentId): Promise<number> => connection.take(who);
  assert.equal(await takeAll(connection, ann), 50);
  assert.ok((await asks(bob)) > 0);
  await connection.pass(-2 * 86_400);
  // Calls come back in time, bob's forgotten place blocks nobody, and ann may continue.
  assert.ok((await asks(ann)) <= 8);
  await connection.pass(12);
  assert.equal(await asks(ann), 0);
  assert.ok((await asks(bob)) <= 8);
});
