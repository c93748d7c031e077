import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { createKey } from '../api-keys/create-key.ts';
import { cents } from '../money.ts';
import { agentJobs } from './jobs.ts';
import { closeOrder, openOrder, readDay } from './store.ts';

const app = await testApp({ after });

test('all expired agent orders are deleted, and no others', async () => {
  const { environment, accountId } = await testEnvironment(app);
  const { id } = await createKey(app.db, { accountId, mode: 'test', scopes: [], name: 'agent' });
  await app.db`
    insert into agent_orders (environment_id, key_id, order_key, fingerprint, day, amount_cents,
      open_calls, created_at, called_at)
    select ${environment.id}, ${id}, n::text, '', now(), 1, 0, made_at, made_at
    from generate_series(1, 10000) n, lateral (select now() - n * interval '10 minutes') m (made_at)`;
  const [job] = agentJobs(app);
  assert.ok(job);
  assert.deepEqual([await job.turn(), await job.turn()], [true, false]);
  const [left] = await app.db<{ oldest: number }>`
    select max(order_key::integer) as oldest from agent_orders`;
  assert.equal(left?.oldest, (app.config.idempotencyDays + 1) * 24 * 6 - 1);
});

test('an order counts on the day of the first call that counts, not of one that was refused', async () => {
  const { environment, accountId } = await testEnvironment(app);
  const { id } = await createKey(app.db, { accountId, mode: 'test', scopes: [], name: 'agent' });
  const name = { environmentId: environment.id, keyId: id, orderKey: 'order' };
  const order = { tool: 'create_deposit', fingerprint: Buffer.of(1), amountCents: cents(700) };
  await app.db.begin((tx) => openOrder(tx, name, order, false));
  await closeOrder(app.db, name, false);
  await app.db`update agent_orders set day = day - 1 where key_id = ${id}`;
  await app.db.begin((tx) => openOrder(tx, name, order, false));
  const today = await app.db.begin((tx) => readDay(tx, { ...name, orderKey: 'another' }));
  assert.equal(today.orderedCents, 700);
});

test('an order of today counts until the day is over, however long ago its key was first used', async () => {
  const { environment, accountId } = await testEnvironment(app);
  const { id } = await createKey(app.db, { accountId, mode: 'test', scopes: [], name: 'agent' });
  const name = { environmentId: environment.id, keyId: id, orderKey: 'order' };
  const order = { tool: 'create_deposit', fingerprint: Buffer.of(1), amountCents: cents(700) };
  await app.db.begin((tx) => openOrder(tx, name, order, false));
  await closeOrder(app.db, name, false);
  await app.db`
    update agent_orders set created_at = now() - interval '60 days',
      called_at = now() - interval '60 days', day = day - 60 where key_id = ${id}`;
  await app.db.begin((tx) => openOrder(tx, name, order, false));
  await closeOrder(app.db, name, true);
  const [job] = agentJobs(app);
  await job?.turn();
  const today = await app.db.begin((tx) => readDay(tx, { ...name, orderKey: 'another' }));
  assert.equal(today.orderedCents, 700);
});
