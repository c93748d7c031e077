import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { newId } from '../ids.ts';
import { connect } from '../platform/db.ts';
import { type CallBudget, GRANTED } from './budget.ts';
import { enforceBudget } from './enforce-budget.ts';
import { type CallPurpose, ProviderFailure } from './port.ts';

const app = await testApp();
const { db } = app;
const [ann, bob] = [await testEnvironment(app), await testEnvironment(app)].map(
  ({ environment }) => environment.id,
);
assert.ok(ann && bob);

const gateOf = (purpose: CallPurpose, budgets: Readonly<Record<string, CallBudget>>) => {
  const name = newId('env');
  const asker = { connection: name, environmentId: ann, purpose };
  return { gate: enforceBudget(db, budgets, asker), name };
};
const QUICK = { deposit: { perMinute: 60, burst: 2 } };

const failureOf = async (entering: Promise<void>): Promise<ProviderFailure> => {
  const failure: unknown = await entering.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ProviderFailure);
  assert.equal(failure.outcome, 'not_executed');
  assert.equal(failure.refusal.code, 'rate_limited');
  return failure;
};

test('requests and pages wait for room that comes soon, and other purposes do not', async () => {
  const waitsForRoom = async (purpose: 'request' | 'page', budget: CallBudget): Promise<void> => {
    const { gate } = gateOf(purpose, { deposit: budget });
    await gate.enter(['deposit'], 2_000);
    await gate.enter(['deposit'], 2_000);
    const startedAt = performance.now();
    await gate.enter(['deposit'], 2_500);
    const waited = performance.now() - startedAt;
    assert.ok(waited >= 900, `${purpose} ${String(waited)}`);
  };
  await Promise.all([
    waitsForRoom('request', QUICK.deposit),
    // A page gets half of it.
    waitsForRoom('page', { perMinute: 120, burst: 4 }),
  ]);
  for (const purpose of ['news', 'sweep', 'reconcile'] as const) {
    const impatient = gateOf(purpose, QUICK);
    await impatient.gate.enter(['deposit'], 2_000);
    await failureOf(
      impatient.gate.enter(['deposit'], 2_000).then(() => impatient.gate.enter(['deposit'], 2_000)),
    );
  }
});

test('a call whose wait would be too long is refused immediately, with the wait', async () => {
  const { gate } = gateOf('request', { deposit: { perMinute: 6, burst: 1 } });
  await gate.enter(['deposit'], 2_000);
  const { refusal } = await failureOf(gate.enter(['deposit'], 2_000));
  const wait = refusal.retryAfterSeconds ?? 0;
  // If a caller had waited first, the rest would be eight seconds.
  assert.ok(wait >= 9 && wait <= 11, String(wait));
});

test('a page is refused with the wait for its own half, while a request goes through', async () => {
  const budgets = { deposit: { perMinute: 6, burst: 4 } };
  const { gate, name } = gateOf('page', budgets);
  await gate.enter(['deposit'], 2_000);
  await gate.enter(['deposit'], 2_000);
  const { refusal } = await failureOf(gate.enter(['deposit'], 2_000));
  const wait = refusal.retryAfterSeconds ?? 0;
  // At three a minute.
  assert.ok(wait >= 19 && wait <= 21, String(wait));
  const asker = { connection: name, environmentId: ann, purpose: 'request' } as const;
  await enforceBudget(db, budgets, asker).enter(['deposit'], 0);
});

test('a rate limit of the provider blocks every account for the stated time, up to a maximum', async () => {
  const { gate, name } = gateOf('request', GRANTED);
  await gate.enter(['deposit'], 0);
  await gate.close('deposit', 60);
  const other = enforceBudget(db, GRANTED, {
    connection: name,
    environmentId: bob,
    purpose: 'request',
  });
  const { refusal } = await failureOf(other.enter(['deposit'], 2_000));
  const wait = refusal.retryAfterSeconds ?? 0;
  assert.ok(wait >= 57 && wait <= 61, String(wait));
  // Not for a day, even if the provider says so.
  await gate.close('deposit', 86_400);
  const { refusal: longer } = await failureOf(other.enter(['deposit'], 2_000));
  assert.ok((longer.retryAfterSeconds ?? 0) <= 602);
});

test('a call without a budget is not counted', async () => {
  const { gate, name } = gateOf('request', GRANTED);
  await gate.enter(['ping'], 0);
  const rows = await db`select call from provider_budgets where connection = ${name}`;
  assert.deepEqual(rows, []);
});

test('an error of one caller does not fail those that wait behind it', async () => {
  const { gate, name } = gateOf('request', GRANTED);
  const unknown = newId('env');
  const stranger = enforceBudget(db, GRANTED, {
    connection: name,
    environmentId: unknown,
    purpose: 'request',
  });
  const burst = [stranger, gate, gate].map((one) => one.enter(['deposit'], 2_000));
  const ends = await Promise.allSettled(burst);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});

test('an order does not queue behind a burst of pages', async () => {
  const { gate, name } = gateOf('page', GRANTED);
  const asker = { connection: name, environmentId: bob, purpose: 'request' } as const;
  const ended: string[] = [];
  const pages = Array.from({ length: 40 }, () =>
    gate.enter(['deposit'], 0).then(
      () => ended.push('page'),
      () => ended.push('refused page'),
    ),
  );
  await enforceBudget(db, GRANTED, asker).enter(['deposit'], 0);
  assert.ok(ended.length < 20, String(ended.length));
  await Promise.all(pages);
});

test('a call whose budget cannot be read is known as not executed', async (t) => {
  const { gate, name } = gateOf('request', GRANTED);
  await gate.enter(['deposit'], 0);
  const url = await urlBehind(db);
  const hasty = connect({ url, connections: 2, answerMs: 300, onError: () => undefined });
  t.after(() => hasty.end());
  const asker = { connection: name, environmentId: ann, purpose: 'request' } as const;
  await db.begin(async (tx) => {
    // A node that stalled while it counted holds the row's lock.
    await tx`select 1 as one from provider_budgets where connection = ${name} for update`;
    const failure: unknown = await enforceBudget(hasty, GRANTED, asker)
      .enter(['deposit'], 2_000)
      .catch((error: unknown) => error);
    assert.ok(failure instanceof ProviderFailure);
    assert.deepEqual([failure.outcome, failure.refusal.code], ['not_executed', 'unavailable']);
  });
  await gate.enter(['deposit'], 0);
});

test('thousands of concurrent calls share few queries, and get staggered retry times', async () => {
  const slow = { deposit: { perMinute: 60, burst: 2 }, withdraw: { perMinute: 60, burst: 50 } };
  let asked = 0;
  // The queries reach the database unchanged.
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name === 'begin') asked += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const asker = { connection: newId('env'), environmentId: ann, purpose: 'news' } as const;
  const gate = enforceBudget(counting, slow, asker);
  const ends = await Promise.allSettled(
    Array.from({ length: 2_000 }, () => gate.enter(['deposit'], 2_000)),
  );
  const refused = ends.filter((end) => end.status === 'rejected');
  assert.ok(asked <= 5, String(asked));
  assert.ok(refused.length >= 1_997);
  const seconds = refused.map(({ reason }) => {
    assert.ok(reason instanceof ProviderFailure);
    return reason.refusal.retryAfterSeconds ?? 0;
  });
  assert.ok(seconds.filter((one) => one <= 30).length <= 31);
  assert.ok(Math.max(...seconds) <= 601);
  // Another call has room, and another account has its own place in the line.
  await gate.enter(['withdraw'], 0);
  const other = enforceBudget(db, slow, { ...asker, environmentId: bob });
  assert.ok(((await failureOf(other.enter(['deposit'], 0))).refusal.retryAfterSeconds ?? 9) <= 3);
});
