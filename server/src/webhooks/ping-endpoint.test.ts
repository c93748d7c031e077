import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, arrangeEndpoint, deliverDue, onlyDelivery } from '../../test/webhooks.ts';
import { pingEndpoint } from './ping-endpoint.ts';

test('a ping needs no event in the journal and has no sequence number', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await pingEndpoint(app, environment.id, endpoint.id);
  await deliverDue(dispatcher);
  const [request] = receiver.received;
  assert.equal(request?.body, `{"event":"test.ping","data":{"id":"${endpoint.id}"}}`);
  assert.equal(request.headers['x-webhook-event'], 'test.ping');
  assert.equal(request.headers['x-webhook-sequence'], undefined);
  assert.deepEqual(await app.db`select id from events`, []);
  assert.equal((await onlyDelivery(app, environment.id)).status, 'succeeded');
});
