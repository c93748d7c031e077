import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { ago, HOUR } from '../../test/books.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { listCreatedDeposits } from './list-created-deposits.ts';
import { listSpanStarts } from './store.ts';

const TEST_DEPOSITS = 20_000;
/** An index descent for each environment plus its rows; test mode's rows fill 1,000 pages. */
const BUFFERS = 60;

test('the cost of listing live deposits does not depend on the number of test deposits', async () => {
  const app = await testApp();
  const { db } = app;
  const [testing, one, other] = [
    await testEnvironment(app),
    await testEnvironment(app, 'live'),
    await testEnvironment(app, 'live'),
  ];
  const { id } = await storedDeposit(app, testing, { createdAt: ago(20 * HOUR) });
  await db`
    insert into deposits
    select made.* from deposits d
    cross join generate_series(1, ${TEST_DEPOSITS}::integer) as n
    cross join jsonb_populate_record(d, jsonb_build_object(
      'id', 'dep_' || lpad(to_hex(n), 26, '0'), 'provider_ref', 'charge ' || n,
      'created_at', now() - n * interval '3 seconds')) as made
    where d.id = ${id}`;
  const young = [await storedDeposit(app, one, { createdAt: ago(HOUR / 4) })];
  young.unshift(await storedDeposit(app, other, { createdAt: ago(HOUR / 3) }));
  await storedDeposit(app, one, { createdAt: ago(12 * HOUR) });
  await db`vacuum analyze deposits`;
  const costs = await costsOf(db, async (on) => {
    const made = await listCreatedDeposits(on, 'live', ago(10 * HOUR), new Date(), 10);
    assert.deepEqual(
      made.map((deposit) => deposit.id),
      young.map((deposit) => deposit.id),
    );
    const live = { environmentId: one.environment.id, mode: 'live' } as const;
    const starts = await listSpanStarts(on, live, ago(HOUR), new Date(), 2);
    assert.deepEqual(starts, [young[0]?.createdAt]);
  });
  assert.ok(worstOf(costs).buffers <= BUFFERS, JSON.stringify(costs, null, 1));
});
