import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answering,
  arrangeEndpoint,
  deliverDue,
  onlyDelivery,
  recordDeposits,
} from '../../test/webhooks.ts';
import { openDispatcher } from './deliver.ts';
import { findDelivery } from './list-deliveries.ts';
import { redeliver } from './redeliver.ts';
import { openSender } from './send.ts';

test('sending again adds one attempt to a delivery that succeeded, with the same event id', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { id } = await onlyDelivery(app, environment.id);
  assert.equal((await redeliver(app, environment.id, id)).status, 'pending');
  await deliverDue(dispatcher);
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.attempts.length], ['succeeded', 2]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 1);
});

test('sending again of one whose attempts are used up is one attempt more, not a new schedule', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await app.db`update webhook_deliveries set attempts = 11, status = 'failed',
    failure_reason = 'attempts_exhausted', next_attempt_at = null`;
  const { id } = await onlyDelivery(app, environment.id);
  await redeliver(app, environment.id, id);
  await deliverDue(dispatcher);
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.attempts.length], ['failed', 1]);
  assert.equal(await deliverDue(dispatcher), false);
});

test('sending again while an attempt is under way makes another one right after it', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const hold = Promise.withResolvers<undefined>();
  const sender = openSender(app.config);
  const held = openDispatcher(app, async (...args) => (await hold.promise) ?? sender(...args));
  await held.turn();
  const { id } = await onlyDelivery(app, environment.id);
  await redeliver(app, environment.id, id);
  assert.equal(await deliverDue(dispatcher), false);
  hold.resolve(undefined);
  await held.drain();
  assert.equal((await findDelivery(app.db, environment.id, id))?.status, 'pending');
  await deliverDue(dispatcher);
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.attempts.length], ['succeeded', 2]);
});
