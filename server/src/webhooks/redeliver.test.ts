import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReceiver } from '../../test/receiver.ts';
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

test('what was acknowledged once stays so, and what had failed is sent once and not by a schedule', async (t) => {
  let status = 200;
  const receiver = await openReceiver(t, (_request, response) => response.writeHead(status).end());
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { id } = await onlyDelivery(app, environment.id);
  const askedFor = async (times: number): Promise<unknown> => {
    for (let i = 0; i < times; i += 1) await redeliver(app, environment.id, id);
    while (await deliverDue(dispatcher)) continue;
    const { attemptCount, failureReason, ...now } = await onlyDelivery(app, environment.id);
    return [now.status, failureReason, now.nextAttemptAt, attemptCount];
  };
  status = 500;
  assert.deepEqual(await askedFor(1), ['succeeded', null, null, 2]);
  await app.db`update webhook_deliveries set status = 'failed', failure_reason = 'endpoint_disabled'`;
  assert.deepEqual(await askedFor(1), ['failed', 'attempts_exhausted', null, 3]);
  status = 200;
  assert.deepEqual(await askedFor(1), ['succeeded', null, null, 4]);
});

test('what was acknowledged stays so though its endpoint is disabled before it is sent again', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { id } = await onlyDelivery(app, environment.id);
  await redeliver(app, environment.id, id);
  await app.db`update webhook_endpoints set enabled = false, disabled_reason = 'dead'`;
  await deliverDue(dispatcher);
  await dispatcher.stopStranded();
  const { status, attemptCount } = await onlyDelivery(app, environment.id);
  assert.deepEqual([status, attemptCount], ['succeeded', 1]);
});

test('each sending that is asked for is an attempt of its own', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { id } = await onlyDelivery(app, environment.id);
  for (let i = 0; i < 5; i += 1) await redeliver(app, environment.id, id);
  while (await deliverDue(dispatcher)) continue;
  const delivery = await onlyDelivery(app, environment.id);
  // The schedule that had not ended goes on.
  assert.deepEqual([delivery.status, delivery.attempts.length], ['pending', 6]);
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
