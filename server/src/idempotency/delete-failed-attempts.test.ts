import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { costsOf } from '../../test/plans.ts';
import type { Db } from '../platform/db.ts';
import { deleteFailedAttempts } from './delete-failed-attempts.ts';

const OLD = 1_200;
const YOUNG = 4_000;

/** Attempts of keys that no longer exist, like those of a client that is asked to retry later. */
async function leaveAttempts(db: Db, environmentId: string): Promise<void> {
  await db`
    insert into provider_attempts
      (environment_id, resource_id, attempt, started_at, ended_at, outcome)
    select ${environmentId}, 'dep_0' || lpad(n::text, 25, '0'), 1, at, at, 'not_executed'
    from generate_series(1, ${OLD + YOUNG}::integer) n
    cross join lateral (
      select now() - case when n <= ${OLD}::integer then 121 else 119 end * interval '1 day' as at
    ) made`;
  await db`vacuum analyze provider_attempts`;
}

test('old failed attempts are deleted by index, a thousand at a time', async (t) => {
  const app = await testApp(t);
  const { db } = app;
  const { environment } = await testEnvironment(app);
  await leaveAttempts(db, environment.id);
  const costs = await costsOf(db, (measured) => deleteFailedAttempts(measured, 120));
  assert.ok(costs.every(({ steps }) => !steps.includes('Seq Scan provider_attempts')));
  assert.equal(await deleteFailedAttempts(db, 120), false);
  const [left] = await db<{ count: number; oldest: number }>`
    select count(*), max(extract(day from now() - started_at))::integer as oldest
    from provider_attempts`;
  assert.deepEqual(left, { count: YOUNG, oldest: 119 });
});
