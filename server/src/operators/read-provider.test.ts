import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { ago, HOUR } from '../../test/books.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { claimedSince } from '../../test/running-key.ts';
import { newId } from '../ids.ts';
import { readProvider } from './read-provider.ts';

const CALLS = 20_000;
/** A few index descents; the calls of a day fill 200 pages and more. */
const BUFFERS = 100;

const app = await testApp();
const { db } = app;

test("the provider's calls are counted over the last hour, without reading all calls of a day", async (t) => {
  const tenant = await testEnvironment(app);
  const call = (before: string, outcome: string) => db`
    insert into provider_attempts
      (environment_id, resource_id, attempt, started_at, ended_at, outcome)
    select ${tenant.environment.id}, ${newId('dep')}, 1, at, at + interval '1 second', ${outcome}
    from (select date_trunc('second', now()) - ${before}::interval as at) as made`;
  const { id } = await storedDeposit(app, tenant, { createdAt: ago(2 * HOUR) });
  await db`
    insert into deposits
    select made.* from deposits d
    cross join generate_series(1, ${CALLS}::integer) as n
    cross join jsonb_populate_record(d, jsonb_build_object(
      'id', 'dep_' || lpad(to_hex(n), 26, '0'), 'provider_ref', 'charge ' || n,
      'created_at', now() - interval '23 hours' + n * interval '1 second')) as made
    where d.id = ${id}`;
  await call('4 hours', 'unknown');
  await call('26 hours', 'not_executed');
  for (let refused = 0; refused < 2; refused += 1) await call('30 minutes', 'refused');
  await claimedSince(app, tenant, ago(HOUR / 2));
  await db`vacuum analyze deposits`;
  await db`vacuum analyze provider_attempts`;
  const [, found] = await readProvider(app);
  assert.deepEqual(found?.calls, { accepted: 0, refused: 2, failed: 0, open: 1 });
  const hoursSince = (at: Date | null | undefined): number =>
    Math.round((Date.now() - (at?.getTime() ?? 0)) / 3_600_000);
  assert.deepEqual([found.lastAcceptedAt, found.lastFailedAt].map(hoursSince), [2, 4]);
  const costs = await costsOf(db, (on) => readProvider({ ...app, db: on }));
  t.diagnostic(`${String(worstOf(costs).buffers)} buffers`);
  assert.ok(worstOf(costs).buffers <= BUFFERS, JSON.stringify(costs, null, 1));
});
