import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { createKey } from '../api-keys/create-key.ts';
import { newId } from '../ids.ts';
import { agentJobs } from './jobs.ts';
import { keySpaceOf } from './name-order.ts';
import { findOrder } from './store.ts';

const app = await testApp({ after });

test('all expired agent orders are deleted, and no others', async () => {
  const { environment, accountId } = await testEnvironment(app);
  const { id } = await createKey(app.db, { accountId, mode: 'test', scopes: [], name: 'agent' });
  await app.db`
    insert into agent_orders (environment_id, key_id, order_key, fingerprint, day, amount_cents,
      open_calls, created_at)
    select ${environment.id}, ${id}, n::text, '', now(), 1, 0, now() - n * interval '10 minutes'
    from generate_series(1, 10000) n`;
  const [job] = agentJobs(app);
  assert.ok(job);
  assert.deepEqual([await job.turn(), await job.turn()], [true, false]);
  const [left] = await app.db<{ oldest: number }>`
    select max(order_key::integer) as oldest from agent_orders`;
  assert.equal(left?.oldest, (app.config.idempotencyDays + 1) * 24 * 6 - 1);
});

test('an agent order is kept as long as its failed idempotency key', async () => {
  const { environment, accountId } = await testEnvironment(app);
  const { id } = await createKey(app.db, { accountId, mode: 'test', scopes: [], name: 'agent' });
  const days = app.config.idempotencyDays;
  const [name, other] = ['rested', 'gone'].map((one) => ({
    environmentId: environment.id,
    keyId: id,
    orderKey: keySpaceOf(id) + one,
  }));
  assert.ok(name && other);
  for (const { orderKey } of [name, other]) {
    await app.db`
      insert into agent_orders (environment_id, key_id, order_key, tool, fingerprint, day,
        amount_cents, open_calls, created_at)
      values (${environment.id}, ${id}, ${orderKey}, 'create_deposit', '', now(), 1, 0,
        now() - ${days + 2} * interval '1 day')`;
  }
  // It was retried for a day before it was closed, so it is forgotten later.
  await app.db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      nonce, updated_at)
    values (${environment.id}, ${name.orderKey}, '', 'deposit', ${newId('dep')}, 'failed',
      ${randomUUID()}, now() - ${days} * interval '1 day' + interval '1 hour')`;
  const [job] = agentJobs(app);
  await job?.turn();
  const found = await app.db.begin(async (tx) =>
    Promise.all([name, other].map((one) => findOrder(tx, one))),
  );
  // Else another tool could use the key, and its amount would not count.
  assert.deepEqual(
    found.map((order) => order?.tool),
    ['create_deposit', undefined],
  );
});
