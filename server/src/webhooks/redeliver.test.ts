import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openReceiver } from '../../test/receiver.ts';
import {
  answering,
  arrangeEndpoint,
  deliverDue,
  holdAttempts,
  onlyDelivery,
  recordDeposits,
  skipWait,
} from '../../test/webhooks.ts';
import { expediteDeliveries } from './delivery-store.ts';
import { findDelivery } from './list-deliveries.ts';
import { redeliver } from './redeliver.ts';

test('redelivery adds one attempt to a successful delivery, with the same event ID', async (t) => {
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

test('redelivery after the last attempt adds one attempt, not a new schedule', async (t) => {
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

test('an acknowledged delivery stays so, and redelivery sends a failed one only once', async (t) => {
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

test('an acknowledged delivery stays so if its endpoint is disabled before the redelivery', async (t) => {
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

test('each requested redelivery is a separate attempt', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { id } = await onlyDelivery(app, environment.id);
  for (let i = 0; i < 5; i += 1) await redeliver(app, environment.id, id);
  while (await deliverDue(dispatcher)) continue;
  const delivery = await onlyDelivery(app, environment.id);
  // The schedule was not over yet and continues.
  assert.deepEqual([delivery.status, delivery.attempts.length], ['pending', 6]);
});

test('redelivery during an attempt in flight adds another right after it', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const release = await holdAttempts(app);
  const { id } = await onlyDelivery(app, environment.id);
  await redeliver(app, environment.id, id);
  assert.equal(await deliverDue(dispatcher), false);
  await release();
  assert.equal((await findDelivery(app.db, environment.id, id))?.status, 'pending');
  await deliverDue(dispatcher);
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.attempts.length], ['succeeded', 2]);
});

/** A delivery that failed once, with ways to read and advance its schedule. */
async function failedOnce(t: TestContext, headers: Record<string, string> = {}) {
  let status = 500;
  const receiver = await openReceiver(t, (_request, response) =>
    response.writeHead(status, headers).end(),
  );
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const { id } = await onlyDelivery(app, environment.id);
  return {
    ...{ app, environment, dispatcher },
    answer: (next: number) => (status = next),
    askFor: async (times: number) => {
      for (let i = 0; i < times; i += 1) await redeliver(app, environment.id, id);
    },
    sendAll: async () => {
      while (await deliverDue(dispatcher)) continue;
    },
    /** The delivery's status, its number of attempts, and the seconds until the next one. */
    state: async (): Promise<readonly [string, number, number]> => {
      const [row] = await app.db<{ status: string; attempts: number; seconds: number }>`
        select status, attempts, extract(epoch from next_attempt_at - now())::float8 as seconds
        from webhook_deliveries`;
      assert.ok(row);
      return [row.status, row.attempts, row.seconds];
    },
  };
}

function isNear([, , seconds]: readonly [string, number, number], expected: number): void {
  assert.ok(seconds > expected * 0.8 - 4 && seconds <= expected * 1.2, String(seconds));
}

test('redeliveries neither use up the schedule nor move the next attempt', async (t) => {
  const { app, askFor, sendAll, state } = await failedOnce(t);
  const schedule = () => app.db`select status, next_attempt_at from webhook_deliveries`;
  const before = await schedule();
  for (let round = 0; round < 4; round += 1) {
    await askFor(3);
    await sendAll();
  }
  assert.deepEqual(await schedule(), before);
  for (const wait of [30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400]) {
    await skipWait(app);
    await sendAll();
    isNear(await state(), wait);
  }
  await skipWait(app);
  await sendAll();
  const [status, attempts] = await state();
  assert.deepEqual([status, attempts], ['failed', 12 + 11]);
});

test('a scheduled attempt that falls due before a redelivery is made right after it', async (t) => {
  const { app, askFor, sendAll, state } = await failedOnce(t);
  await skipWait(app);
  await askFor(1);
  await sendAll();
  const stands = await state();
  assert.deepEqual(stands.slice(0, 2), ['pending', 3]);
  isNear(stands, 30);
});

test('an attempt in flight keeps its place in the schedule when redelivery is requested', async (t) => {
  const { app, dispatcher, askFor, sendAll, state } = await failedOnce(t);
  await skipWait(app);
  const release = await holdAttempts(app);
  await askFor(2);
  assert.equal(await deliverDue(dispatcher), false);
  await release();
  await sendAll();
  const stands = await state();
  assert.deepEqual(stands.slice(0, 2), ['pending', 4]);
  isNear(stands, 30);
});

test('moving the clock forward advances the schedule even while an attempt is in flight', async (t) => {
  const { app, environment, askFor, sendAll, state } = await failedOnce(t);
  await app.db`update webhook_deliveries set next_attempt_at = now() + interval '2 hours'`;
  const forward = (): Promise<number> =>
    app.db.begin((tx) => expediteDeliveries(tx, environment.id, 2_400_000));
  await askFor(1);
  assert.equal(await forward(), 1);
  const release = await holdAttempts(app);
  await forward();
  await release();
  isNear(await state(), 2_400);
  await forward();
  await sendAll();
  isNear(await state(), 30);
});

test('a Retry-After in answer to a redelivery delays the schedule', async (t) => {
  const { app, answer, askFor, sendAll, state } = await failedOnce(t, { 'retry-after': '90' });
  answer(429);
  await askFor(1);
  await sendAll();
  isNear(await state(), 90);
  answer(200);
  await skipWait(app);
  await sendAll();
  assert.deepEqual((await state()).slice(0, 2), ['succeeded', 3]);
});
