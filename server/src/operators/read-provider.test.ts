import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { newId } from '../ids.ts';
import { readProvider } from './read-provider.ts';

const CALLS = 20_000;
/** The way down some indexes; the calls of a day fill 200 pages and more. */
const BUFFERS = 100;

const app = await testApp();
const { db } = app;

test('how the provider does is read from the last hour, not from all the calls of a day', async (t) => {
  const { environment } = await testEnvironment(app);
  const call = (before: string, outcome: string | null) => db`
    insert into provider_attempts
      (environment_id, resource_id, attempt, started_at, ended_at, outcome)
    select ${environment.id}, ${newId('dep')}, 1, at,
      case when ${outcome}::text is not null then at + interval '1 second' end, ${outcome}
    from (select date_trunc('second', now()) - ${before}::interval as at) as made`;
  await db`
    insert into provider_attempts
      (environment_id, resource_id, attempt, started_at, ended_at, outcome)
    select ${environment.id}, 'dep_' || lpad(to_hex(n), 26, '0'), 1, at, at, 'accepted'
    from generate_series(1, ${CALLS}::integer) as n
    cross join lateral (select now() - interval '23 hours' + n * interval '1 second') as made (at)`;
  await call('2 hours', 'accepted');
  await call('3 hours', 'accepted');
  await call('4 hours', 'unknown');
  await call('26 hours', 'not_executed');
  for (const outcome of ['refused', 'refused', null]) await call('30 minutes', outcome);
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
