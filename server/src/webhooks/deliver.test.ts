import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openReceiver } from '../../test/receiver.ts';
import {
  allDeliveries,
  answering,
  arrangeEndpoint,
  deliverDue,
  onlyDelivery,
  recordDeposits,
  skipWait,
} from '../../test/webhooks.ts';
import { openDispatcher } from './deliver.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { openSender } from './send.ts';
import { updateEndpoint } from './store.ts';
import type { Delivery } from './delivery.ts';

const waitSeconds = ({ nextAttemptAt, attempts }: Delivery): number =>
  ((nextAttemptAt?.getTime() ?? 0) - (attempts.at(-1)?.at.getTime() ?? 0)) / 1_000;

test('a delivery answered with 2xx succeeds, and its signature verifies', async (t) => {
  const receiver = await answering(t, 204);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  assert.equal(await deliverDue(dispatcher), true);
  const delivery = await onlyDelivery(app, environment.id);
  assert.equal(delivery.status, 'succeeded');
  assert.equal(delivery.nextAttemptAt, null);
  const [attempt] = delivery.attempts;
  assert.deepEqual([attempt?.responseStatus, attempt?.error], [204, null]);
  const [request] = receiver.received;
  assert.ok(request);
  assert.equal(request.body, delivery.requestBody);
  assert.equal(request.headers['webhook-id'], delivery.eventId);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  new Webhook(endpoint.secret).verify(request.body, Object.fromEntries(headers));
  assert.equal(await deliverDue(dispatcher), false);
  assert.equal(receiver.received.length, 1);
});

test('every attempt sends the same bytes and event ID, and the sequence number once it is known', async (t) => {
  let status = 500;
  const receiver = await openReceiver(t, (_request, response) => {
    response.writeHead(status).end();
    status = 200;
  });
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await app.db`update events set sequence = 41`;
  await skipWait(app);
  await deliverDue(dispatcher);
  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.equal(first.body, second.body);
  assert.equal(first.headers['webhook-id'], second.headers['webhook-id']);
  assert.equal(first.headers['x-webhook-sequence'], undefined);
  assert.equal(second.headers['x-webhook-sequence'], '41');
});

test('a delivery that keeps failing is attempted eleven times over two days, and then fails', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const waits = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400];
  for (const seconds of waits) {
    await deliverDue(dispatcher);
    const delivery = await onlyDelivery(app, environment.id);
    assert.equal(delivery.status, 'pending');
    const wait = waitSeconds(delivery);
    assert.ok(wait >= seconds * 0.8 - 1 && wait <= seconds * 1.2 + 1, `${String(wait)} s`);
    assert.equal(await deliverDue(dispatcher), false);
    await skipWait(app);
  }
  await deliverDue(dispatcher);
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual(
    [delivery.status, delivery.failureReason, delivery.attempts.length, delivery.nextAttemptAt],
    ['failed', 'attempts_exhausted', 11, null],
  );
});

test('a retry waits as long as Retry-After asks, but an hour at most', async (t) => {
  const receiver = await answering(t, 503, { 'retry-after': '10800' });
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const wait = waitSeconds(await onlyDelivery(app, environment.id));
  assert.ok(wait > 3_595 && wait < 3_605, `${String(wait)} s`);
});

test('a retry goes to the new URL of its endpoint', async (t) => {
  const [old, moved] = [await answering(t, 500), await answering(t, 200)];
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, old.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await updateEndpoint(app.db, environment.id, endpoint.id, { url: moved.url });
  await skipWait(app);
  await deliverDue(dispatcher);
  assert.deepEqual([old.received.length, moved.received.length], [1, 1]);
  assert.equal((await onlyDelivery(app, environment.id)).url, moved.url);
});

test('a delivery is not sent to an address that has become forbidden', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  await app.db`update webhook_endpoints set url = 'http://moved.example/'`;
  const send = openSender(app.config, { lookup: async () => ['127.0.0.1', '169.254.169.254'] });
  await recordDeposits(app, environment.id);
  await deliverDue(openDispatcher(app, send));
  const [attempt] = (await onlyDelivery(app, environment.id)).attempts;
  assert.deepEqual([attempt?.error, attempt?.responseStatus], ['forbidden_target', null]);
});

test('a delivery whose secret cannot be decrypted counts its attempts and blocks no other', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const broken = await registerEndpoint(app, environment, { url: receiver.url });
  await app.db`update webhook_endpoints set secret = 'v1:lost:AAAA' where id = ${broken.id}`;
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  const deliveries = await allDeliveries(app, environment.id);
  const of = (id: string) => deliveries.find(({ endpointId }) => endpointId === id);
  assert.equal(of(endpoint.id)?.status, 'succeeded');
  assert.equal(of(broken.id)?.status, 'pending');
  assert.equal(of(broken.id)?.attempts[0]?.error, 'internal_error');
  const [row] = await app.db<{ failingSince: Date | null }>`
    select failing_since from webhook_endpoints where id = ${broken.id}`;
  assert.equal(row?.failingSince, null);
});

test('under load a turn waits briefly for attempts in flight, and leases many together', async (t) => {
  const { app, environment } = await arrangeEndpoint(t, 'http://127.0.0.1:9/');
  const answers: (() => void)[] = [];
  const outcome = { durationMs: 1, responseStatus: 204, responseBody: '', retryAfterMs: null };
  const dispatcher = openDispatcher(app, async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { ...outcome, error: null };
  });
  await recordDeposits(app, environment.id, 20);
  await dispatcher.turn();
  assert.equal(answers.length, 8);
  const turn = dispatcher.turn();
  for (const answer of answers.splice(0)) answer();
  await turn;
  // Those eight freed their slots, and each success raises the limit by one.
  assert.ok(answers.length > 8, String(answers.length));
  for (const answer of answers.splice(0)) answer();
  await dispatcher.drain();
});
