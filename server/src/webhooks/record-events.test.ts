import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import type { Environment } from '../accounts/environment.ts';
import { newId } from '../ids.ts';
import type { EventKind } from './event.ts';
import { listDeliveries } from './list-deliveries.ts';
import { numberEvents } from './number-events.ts';
import { recordEvents } from './record-events.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { markDeleted, updateEndpoint } from './store.ts';

const app = await testApp();

const at = new Date('2026-11-21T12:00:00.123Z');
const record = (environment: Environment, kind: EventKind, resourceId = newId('dep')) => {
  const data = { id: resourceId, note: 'ação \u0000' };
  const event = { environmentId: environment.id, kind, resourceId, data, at };
  return app.db.begin((tx) => recordEvents(tx, [event]));
};
const register = (environment: Environment, events?: EventKind[]) =>
  registerEndpoint(app, environment, { url: 'http://127.0.0.1:9/', events });
const deliveriesOf = (environment: Environment) =>
  listDeliveries(app.db, environment.id, {}, undefined, 100);

test('an event goes to every endpoint subscribed to its kind, with the same body', async () => {
  const { environment } = await testEnvironment(app);
  const wanting = [await register(environment), await register(environment, ['deposit.failed'])];
  await register(environment, ['deposit.confirmed']);
  const resourceId = newId('dep');
  await record(environment, 'deposit.failed', resourceId);
  const deliveries = await deliveriesOf(environment);
  assert.deepEqual(
    deliveries.map(({ endpointId }) => endpointId).sort(),
    wanting.map(({ id }) => id).sort(),
  );
  for (const delivery of deliveries) {
    assert.equal(
      delivery.requestBody,
      `{"event":"deposit.failed","data":{"id":"${resourceId}","note":"ação \\u0000"}}`,
    );
    assert.equal(delivery.createdAt.getTime(), at.getTime());
    assert.deepEqual([delivery.status, delivery.resourceId], ['pending', resourceId]);
  }
  assert.equal(new Set(deliveries.map(({ eventId }) => eventId)).size, 1);
});

test('an event goes to all twenty endpoints that an environment may have', async () => {
  const { environment } = await testEnvironment(app);
  for (let count = 0; count < 20; count += 1) await register(environment);
  await record(environment, 'deposit.confirmed');
  assert.equal((await deliveriesOf(environment)).length, 20);
});

test('an event goes to no endpoint that is disabled, deleted or of another environment', async () => {
  const [{ environment }, { environment: other }] = [
    await testEnvironment(app),
    await testEnvironment(app),
  ];
  const [disabled, deleted] = [await register(environment), await register(environment)];
  await register(other);
  await updateEndpoint(app.db, environment.id, disabled.id, { enabled: false });
  await markDeleted(app.db, environment.id, deleted.id);
  await record(environment, 'deposit.confirmed');
  assert.deepEqual(await deliveriesOf(environment), []);
  assert.deepEqual(await deliveriesOf(other), []);
});

test('an event of an expired withdrawal goes only to endpoints that subscribe to it explicitly', async () => {
  const { environment } = await testEnvironment(app);
  await register(environment);
  const asking = await register(environment, ['withdrawal.expired']);
  await record(environment, 'withdrawal.expired');
  const deliveries = await deliveriesOf(environment);
  assert.deepEqual(
    deliveries.map(({ endpointId }) => endpointId),
    [asking.id],
  );
});

test('an event is recorded once per resource and kind, and a second one rolls back its change', async () => {
  const { environment } = await testEnvironment(app);
  await register(environment);
  const id = newId('dep');
  await record(environment, 'deposit.confirmed', id);
  await assert.rejects(record(environment, 'deposit.confirmed', id), /events_once/);
  await record(environment, 'deposit.refunded', id);
  assert.equal((await deliveriesOf(environment)).length, 2);
});

test('an event and its deliveries are rolled back with their change', async () => {
  const { environment } = await testEnvironment(app);
  await register(environment);
  const undone = app.db.begin(async (tx) => {
    const resourceId = newId('dep');
    const event = { kind: 'deposit.confirmed', resourceId, data: { id: resourceId }, at } as const;
    await recordEvents(tx, [{ environmentId: environment.id, ...event }]);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  while (await numberEvents(app.db));
  const events = await app.db`select id from events where environment_id = ${environment.id}`;
  assert.deepEqual([events, await deliveriesOf(environment)], [[], []]);
});
