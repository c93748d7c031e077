import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { costsOf } from '../../test/plans.ts';
import { answering, arrangeEndpoint } from '../../test/webhooks.ts';
import { storedWithdrawal } from '../../test/withdrawals.ts';
import type { App } from '../app.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { openClockFollower } from './follow-clock.ts';
import { moveBack, QUEUES } from './store.ts';

/** The minutes that the rows still wait, each number once. */
async function waitsOf({ db }: App, rows: Fragment): Promise<number[]> {
  const waits = await db<{ minutes: number }>`
    select distinct round(extract(epoch from due - now()) / 60)::integer as minutes
    from (${rows}) waiting where due is not null order by 1`;
  return waits.map(({ minutes }) => minutes);
}

/** Makes it look as if the clock was set back by an hour since a worker last looked. */
async function setBack({ db }: App): Promise<void> {
  await db`update database_clock set seen_at = now() + interval '1 hour'`;
}

const DELIVERIES = 2_500;

/** More than a page of deliveries due at one moment, an hour and five minutes ahead, one leased. */
async function arrangeDeliveries(t: TestContext): Promise<App> {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint } = await arrangeEndpoint(t, receiver.url);
  await app.db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, created_at, next_attempt_at, lease, lease_until)
    select ${environment.id}, 'whd_0' || lpad(n::text, 25, '0'), ${endpoint.id},
      'evt_0' || lpad(n::text, 25, '0'), 'deposit.confirmed', 'dep_0' || lpad(n::text, 25, '0'),
      '{}', now(), now() + interval '65 minutes',
      case n when 1 then gen_random_uuid() end,
      case n when 1 then now() + interval '61 minutes' end
    from generate_series(1, ${DELIVERIES}::integer) n`;
  return app;
}

describe('a clock of the database that is set back', () => {
  test('moves the due times back exactly once, whichever worker notices it', async () => {
    const app = await testApp();
    const tenant = await testEnvironment(app);
    await Promise.all([storedDeposit(app, tenant), storedWithdrawal(app, tenant)]);
    await app.db`update deposits set look_at = now() + interval '61 minutes'`;
    await app.db`update withdrawals set look_at = now() + interval '70 minutes'`;
    await setBack(app);
    const workers = [openClockFollower(app), openClockFollower(app)];
    for (let turn = 0; turn < 2; turn += 1) await Promise.all(workers.map((turns) => turns()));
    assert.deepEqual(await waitsOf(app, sql`select look_at as due from deposits`), [1]);
    assert.deepEqual(await waitsOf(app, sql`select look_at as due from withdrawals`), [10]);
  });

  test('is compensated for any number of rows, and for leases too', async (t) => {
    const app = await arrangeDeliveries(t);
    await setBack(app);
    await openClockFollower(app)();
    const due = sql`select next_attempt_at as due from webhook_deliveries`;
    assert.deepEqual(await waitsOf(app, due), [5]);
    const leases = sql`select lease_until as due from webhook_deliveries`;
    assert.deepEqual(await waitsOf(app, leases), [1]);
  });

  test('is compensated along the index of pending rows', async (t) => {
    const { db } = await arrangeDeliveries(t);
    await db`analyze webhook_deliveries`;
    const queue = QUEUES['webhook_deliveries'];
    assert.ok(queue);
    const costs = await costsOf(db, (measured) =>
      moveBack(measured, 'webhook_deliveries', queue, 3_600_000),
    );
    const reads = costs.flatMap(({ steps }) => steps.filter((step) => /^(Index|Seq)/.test(step)));
    assert.ok(reads.length > 0);
    assert.deepEqual(
      reads.filter((step) => !step.includes('webhook_deliveries_pending')),
      [],
    );
  });
});

test('a clock that runs normally moves no due times', async () => {
  const app = await testApp();
  await storedDeposit(app, await testEnvironment(app));
  await app.db`update deposits set look_at = now() + interval '1 minute'`;
  await app.db`update database_clock set seen_at = now() - interval '1 hour'`;
  const keep = openClockFollower(app);
  await keep();
  await keep();
  assert.deepEqual(await waitsOf(app, sql`select look_at as due from deposits`), [1]);
});

test('every table with due times or leases is covered', async () => {
  const { db } = await testApp();
  const columns = await db<{ table: string; column: string }>`
    select table_name::text as "table", column_name::text as "column"
    from information_schema.columns
    where table_schema = current_schema()
      and column_name in ('look_at', 'due_at', 'next_attempt_at', 'resume_at', 'lease_until')
      -- A key whose lease lasts longer than any lease can counts as over: see idempotency/claim.ts.
      and table_name <> 'idempotency_keys'
    order by 1, 2`;
  const moved = Object.entries(QUEUES).flatMap(([table, { by, along = [] }]) =>
    [...by.slice(-1), ...along].map((column) => ({ table, column })),
  );
  const named = (all: readonly { table: string; column: string }[]) =>
    all.map(({ table, column }) => `${table}.${column}`).sort();
  assert.deepEqual(named(moved), named(columns));
});
