import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from '../../test/api.ts';
import { testEnvironment } from '../../test/app.ts';
import { openWebhookRoutes } from '../../test/webhooks.ts';
import { numberEvents } from './number-events.ts';

const { app, call, refusal, register, record } = await openWebhookRoutes();

test('testing an endpoint returns 202 with the delivery, or refuses a disabled endpoint', async () => {
  const { key } = await testEnvironment(app);
  const id = String((await register(key))['id']);
  const { status, body } = await call(key, 'POST', `webhook-endpoints/${id}/test`);
  assert.equal(status, 202);
  assert.deepEqual(
    [body['event'], body['endpointId'], body['status'], body['attempts']],
    ['test.ping', id, 'pending', []],
  );
  await call(key, 'PATCH', `webhook-endpoints/${id}`, { enabled: false });
  const disabled = await refusal(key, 'POST', `webhook-endpoints/${id}/test`, {});
  assert.equal(disabled, '409 endpoint_disabled');
});

test('redelivering returns 202 with the delivery, or refuses a disabled or deleted endpoint', async () => {
  const { key, environment } = await testEnvironment(app);
  const endpoint = `webhook-endpoints/${String((await register(key))['id'])}`;
  await record(environment.id);
  const [delivery] = itemsOf(await call(key, 'GET', 'webhook-deliveries'));
  const path = `webhook-deliveries/${String(delivery?.['id'])}/redeliver`;
  const { status, body } = await call(key, 'POST', path);
  assert.deepEqual([status, body['id']], [202, delivery?.['id']]);
  await call(key, 'PATCH', endpoint, { enabled: false });
  assert.equal(await refusal(key, 'POST', path, {}), '409 endpoint_disabled');
  await call(key, 'DELETE', endpoint);
  assert.equal(await refusal(key, 'POST', path), '409 endpoint_disabled');
});

test('events are listed in order after any sequence number, and only once numbered', async () => {
  const { key, environment } = await testEnvironment(app);
  const empty = await call(key, 'GET', 'events');
  assert.deepEqual(empty.body, { data: [], nextAfter: 0, oldestSequence: 1 });
  const resources: string[] = [];
  for (let count = 0; count < 5; count += 1) resources.push(await record(environment.id));
  assert.deepEqual((await call(key, 'GET', 'events?after=0')).body, empty.body);
  await numberEvents(app.db);
  const { status, body } = await call(key, 'GET', 'events?after=1&limit=2');
  assert.equal(status, 200);
  assert.deepEqual([body['nextAfter'], body['oldestSequence']], [3, 1]);
  const [entry, ...others] = itemsOf({ status, body });
  assert.equal(others.length, 1);
  assert.ok(entry);
  const { id, createdAt, ...rest } = entry;
  assert.match(String(id), /^evt_/);
  assert.match(String(createdAt), /\.\d{3}Z$/);
  const resourceId = resources[1];
  assert.deepEqual(rest, {
    sequence: 2,
    event: 'deposit.confirmed',
    resourceId,
    data: { id: resourceId, n: null },
  });
  const end = await call(key, 'GET', 'events?after=99');
  assert.deepEqual(end.body, { data: [], nextAfter: 99, oldestSequence: 1 });
});

test('deliveries and events are listed only by valid filters and positions', async () => {
  const { key } = await testEnvironment(app);
  const queries = [
    'webhook-deliveries?status=done',
    'webhook-deliveries?event=deposit',
    'webhook-deliveries?resourceId=%00',
    'events?after=-1',
    'events?after=x',
    'events?after=1e3',
    'events?limit=101',
  ];
  for (const query of queries) {
    assert.equal(await refusal(key, 'GET', query), '400 invalid_request', query);
  }
});
