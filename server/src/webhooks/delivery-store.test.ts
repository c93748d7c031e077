import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  answering,
  arrangeEndpoint,
  deliverDue,
  endLeases,
  holdAttempts,
  onlyDelivery,
  recordDeposits,
  URL_HERE,
} from '../../test/webhooks.ts';
import { testEnvironment } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { openDispatcher } from './deliver.ts';
import { listWaitingEndpoints, stopDeliveries } from './delivery-store.ts';
import { leaseDueDeliveries } from './lease-store.ts';
import { registerEndpoint } from './register-endpoint.ts';

test('the lease of a dead worker expires, and another worker sends the delivery', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const dead = openDispatcher(app, () => new Promise(() => undefined));
  assert.equal(await dead.turn(), true);
  assert.equal(await deliverDue(dispatcher), false);
  await endLeases(app);
  await deliverDue(dispatcher);
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.attempts.length], ['succeeded', 1]);
});

test('a worker whose lease has expired overwrites nothing', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const webhooks = { allowPrivate: false, reservedPorts: [] };
  const release = await holdAttempts({ ...app, config: { ...app.config, webhooks } });
  await endLeases(app);
  await deliverDue(dispatcher);
  await release();
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.attempts.length], ['succeeded', 1]);
});

test('concurrent workers send no delivery twice', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 60);
  const workers = [openDispatcher(app), openDispatcher(app), openDispatcher(app)];
  await Promise.all(
    workers.map(async (worker) => {
      const end = performance.now() + 10_000;
      while (receiver.received.length < 60 && performance.now() < end) await deliverDue(worker);
    }),
  );
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual([ids.length, new Set(ids).size], [60, 60]);
});

test('an endpoint does not wait until the backlog of another is sent', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, URL_HERE);
  await recordDeposits(app, environment.id, 20);
  const other = await testEnvironment(app);
  const late = await registerEndpoint(app, other.environment, { url: URL_HERE });
  await recordDeposits(app, other.environment.id);
  const shares = [
    { environmentId: environment.id, endpointId: endpoint.id },
    { environmentId: other.environment.id, endpointId: late.id },
  ].map((share) => ({ ...share, slow: false, most: 20 }));
  const leased = await leaseDueDeliveries(app.db, randomUUID(), shares, { quick: 5, slow: 0 });
  assert.equal(leased.length, 5);
  assert.equal(leased.filter(({ endpointId }) => endpointId === late.id).length, 1);
});

test('listing the waiting endpoints does not scan delivered rows', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  const { db } = app;
  await db`
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    select e.environment_id, 'whd_0' || lpad(n::text, 25, '0'), e.id,
      'evt_0' || lpad(n::text, 25, '0'), 'deposit.confirmed', 'dep_0' || lpad(n::text, 25, '0'),
      '{}', now()
    from webhook_endpoints e cross join generate_series(1, 2000) n
    where e.environment_id = ${environment.id}`;
  // A burst: every delivery was pending when the statistics were taken.
  await db`analyze webhook_deliveries`;
  await db`
    update webhook_deliveries set status = 'succeeded', next_attempt_at = null
    where environment_id = ${environment.id}`;
  const costs = await costsOf(db, (measured) => listWaitingEndpoints(measured, undefined, 500));
  const looks = costs.flatMap(({ steps }) => steps.filter((step) => /deliveries/.test(step)));
  assert.ok(looks.length > 0);
  assert.deepEqual(
    looks.filter((step) => !step.includes('webhook_deliveries_pending')),
    [],
  );
});

test('leasing many deliveries scans no whole table, even with outdated statistics', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint } = await arrangeEndpoint(t, receiver.url);
  const { db } = app;
  const add = (from: number, to: number): Promise<unknown> => db`
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    select ${environment.id}, 'whd_0' || lpad(n::text, 25, '0'), ${endpoint.id},
      'evt_0' || lpad(n::text, 25, '0'), 'deposit.confirmed', 'dep_0' || lpad(n::text, 25, '0'),
      '{}', now()
    from generate_series(${from}::integer, ${to}::integer) n`;
  await add(1, 4_000);
  await db`update webhook_deliveries set status = 'succeeded', next_attempt_at = null`;
  await db`
    insert into events (environment_id, id, kind, resource_id, body, created_at)
    select environment_id, event_id, event, resource_id, body, created_at from webhook_deliveries`;
  // A quiet hour before a burst: no delivery was pending when the statistics were taken.
  await db`vacuum analyze webhook_deliveries`;
  await db`vacuum analyze events`;
  await add(4_001, 6_000);
  const most = 500;
  const [key, room] = [
    { environmentId: environment.id, endpointId: endpoint.id },
    { quick: most, slow: most },
  ];
  const costs = await costsOf(db, async (measured) => {
    const share = { ...key, slow: false, most };
    const leased = await leaseDueDeliveries(measured, randomUUID(), [share], room);
    assert.equal(leased.length, most);
  });
  const { discarded } = worstOf(costs);
  assert.ok(discarded < most, `${String(discarded)} rows: ${JSON.stringify(costs)}`);
  // Overestimating the pending rows once made each lease scan a table of some thousands.
  const whole = costs.flatMap(({ steps }) =>
    steps.filter((step) => /Seq Scan (ev|webhook_d)/.test(step)),
  );
  assert.deepEqual(whole, []);
});

test('stopping deliveries reads each waiting endpoint only once', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  const { db } = app;
  const endpoints = 2_000;
  const add = (after: number, status: string): Promise<unknown> => db`
    with named as (
      select n, lpad(n::text, 26, '0') as name, lpad((n + ${after})::text, 26, '0') as sent
      from generate_series(1, ${endpoints}::integer) n
    ), endpoint as (
      insert into webhook_endpoints (environment_id, id, url, events, secret, created_at, updated_at)
      select environment_id, 'whe_' || name, url, events, secret, now(), now()
      from webhook_endpoints cross join named where environment_id = ${environment.id} and ${after} = 0
    )
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, status, next_attempt_at, created_at)
    select ${environment.id}, 'whd_' || sent, 'whe_' || name, 'evt_' || sent, 'deposit.confirmed',
      'dep_' || sent, '{}', ${status}, case when ${status} = 'pending' then now() end, now()
    from named`;
  await add(0, 'succeeded');
  await db`vacuum analyze webhook_endpoints`;
  await db`vacuum analyze webhook_deliveries`;
  await add(endpoints, 'pending');
  const waiting = await listWaitingEndpoints(db, undefined, 2 * endpoints);
  assert.equal(waiting.length, endpoints);
  const costs = await costsOf(db, (measured) => stopDeliveries(measured, waiting));
  const { discarded } = worstOf(costs);
  assert.ok(discarded <= 2 * endpoints, `${String(discarded)} rows: ${JSON.stringify(costs)}`);
});
