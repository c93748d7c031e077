import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { openApi, refusalOf } from '../../test/api.ts';
import { testApp, testEnvironment } from '../../test/app.ts';
import { openDesk } from '../../test/listeners.ts';
import { deliverDue, recordDeposits, skipWait } from '../../test/webhooks.ts';
import { advanceReplays } from '../webhooks/advance-replays.ts';
import { openDispatcher } from '../webhooks/deliver.ts';
import { disableDeadEndpoints } from '../webhooks/disable-dead-endpoints.ts';
import { disableAwayListeners } from './disable-away-listeners.ts';
import { registerListenerRoutes } from './routes.ts';
import { registerWebhookRoutes } from '../webhooks/routes.ts';

const app = await testApp();
const call = openApi(app, (http) => {
  registerListenerRoutes(http, app);
  registerWebhookRoutes(http, app);
});

test('opening a listener always returns the same id and secret, also concurrently', async () => {
  const { key } = await testEnvironment(app);
  const open = () => call(key, 'POST', 'listeners', { name: 'desk' });
  const answers = await Promise.all([open(), open(), open()]);
  const later = await open();
  const identities = [...answers, later].map(({ body }) => [body['id'], body['secret']].join(' '));
  assert.equal(new Set(identities).size, 1, identities.join('\n'));
  const { body } = await call(key, 'GET', 'webhook-endpoints');
  assert.ok(Array.isArray(body['data']) && body['data'].length === 1);
});

test('deliveries wait to be fetched, signed like webhooks, and workers do not send them', async () => {
  const desk = await openDesk(app, call);
  await recordDeposits(app, desk.environmentId);
  const dispatcher = openDispatcher(app, () => assert.fail('a worker sent it'));
  await deliverDue(dispatcher);
  const [delivery, ...others] = await desk.take();
  assert.ok(delivery);
  assert.equal(others.length, 0);
  const headers = Object.fromEntries(delivery.headers.map(({ name, value }) => [name, value]));
  const plain = createHmac('sha256', desk.secret).update(delivery.body).digest('hex');
  assert.equal(headers['X-Webhook-Signature'], `sha256=${plain}`);
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], delivery.body].join('.');
  const secret = Buffer.from(desk.secret.slice('whsec_'.length), 'base64');
  const standard = createHmac('sha256', secret).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${standard}`);
  assert.equal(headers['X-Webhook-Event'], delivery.event);
  await desk.tell(delivery, 200);
  assert.deepEqual(await desk.statuses(), ['succeeded']);
});

test('concurrent fetches for one listener never get the same delivery', async () => {
  const desk = await openDesk(app, call);
  await recordDeposits(app, desk.environmentId, 24);
  const taken = (await Promise.all([desk.take(), desk.take(), desk.take()])).flat();
  // One that meets the rows that another is just taking gets none of them, and comes again.
  taken.push(...(await desk.take()));
  assert.equal(taken.length, 24);
  assert.equal(new Set(taken.map(({ id }) => id)).size, 24);
});

test('a delivery without a result is due again when its lease expires', async () => {
  const desk = await openDesk(app, call);
  await recordDeposits(app, desk.environmentId);
  const [lost] = await desk.take();
  assert.ok(lost);
  assert.deepEqual(await desk.take(), []);
  await app.db`update webhook_deliveries set lease_until = now() - interval '1 ms'
    where environment_id = ${desk.environmentId}`;
  const [again] = await desk.take();
  assert.equal(again?.id, lost.id);
  assert.equal(await desk.tell(lost, 500), false);
  assert.equal(await desk.tell(again, 204), true);
  assert.equal(await desk.tell(again, 500), false);
  assert.deepEqual(await desk.statuses(), ['succeeded']);
});

test('a failure is retried within half a minute, and never marks the endpoint as failing', async () => {
  const desk = await openDesk(app, call);
  await recordDeposits(app, desk.environmentId);
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    const [delivery] = await desk.take();
    assert.equal(delivery?.attempt, attempt);
    await desk.tell(
      delivery,
      attempt % 2 === 0 ? 500 : null,
      attempt % 2 === 0 ? undefined : 'timeout',
    );
    const [row] = await app.db<{ waits: boolean | null }>`
      select next_attempt_at <= now() + interval '30 seconds' as waits from webhook_deliveries
      where environment_id = ${desk.environmentId}`;
    assert.equal(row?.waits, attempt < 11 ? true : null);
    await skipWait(app);
  }
  assert.deepEqual(await desk.statuses(), ['failed']);
  await disableDeadEndpoints(app);
  const [endpoint] = await app.db`select enabled, failing_since from webhook_endpoints
    where environment_id = ${desk.environmentId}`;
  assert.deepEqual(endpoint, { enabled: true, failingSince: null });
});

test('resends, replays and test events reach a listener like any endpoint', async () => {
  const desk = await openDesk(app, call, { events: ['deposit.confirmed'] });
  await recordDeposits(app, desk.environmentId, 2);
  const first = await desk.take();
  for (const delivery of first) await desk.tell(delivery, 200);
  await call(desk.key, 'POST', `webhook-deliveries/${String(first[0]?.id)}/redeliver`);
  const [resent] = await desk.take();
  assert.equal(resent?.id, first[0]?.id);
  assert.equal(resent?.attempt, 2);
  await desk.tell(resent, 200);
  const since = new Date(Date.now() - 60_000).toISOString();
  await call(desk.key, 'POST', `webhook-endpoints/${desk.endpointId}/replay`, { since });
  while (await advanceReplays(app));
  const replayed = await desk.take();
  assert.deepEqual(replayed.map(({ id }) => id).sort(), first.map(({ id }) => id).sort());
  await call(desk.key, 'POST', `webhook-endpoints/${desk.endpointId}/test`);
  const [ping] = await desk.take();
  assert.equal(ping?.event, 'test.ping');
});

test('an abandoned listener collects no deliveries, and reopening it reports since when', async () => {
  const desk = await openDesk(app, call);
  await recordDeposits(app, desk.environmentId, 3);
  await app.db`update listeners set seen_at = now() - interval '73 hours'
    where environment_id = ${desk.environmentId}`;
  await disableAwayListeners(app.db);
  const dispatcher = openDispatcher(app);
  await deliverDue(dispatcher);
  while (await dispatcher.stopStranded());
  await recordDeposits(app, desk.environmentId, 3);
  assert.deepEqual(await desk.statuses(), ['failed', 'failed', 'failed']);
  const asked = await call(desk.key, 'POST', `listeners/${desk.id}/take-deliveries`);
  assert.equal(refusalOf(asked), '409 endpoint_disabled');
  const { body } = await call(desk.key, 'POST', 'listeners', { name: 'desk' });
  const hours = (Date.now() - Date.parse(String(body['missedSince']))) / 3_600_000;
  assert.ok(hours > 72 && hours < 74, String(hours));
  assert.equal(body['secret'], desk.secret);
  await recordDeposits(app, desk.environmentId);
  assert.equal((await desk.take()).length, 1);
  const again = await call(desk.key, 'POST', 'listeners', { name: 'desk' });
  assert.equal(again.body['missedSince'], null);
});

test('a disabled listener stays disabled, and a deleted one is created again with a new secret', async () => {
  const desk = await openDesk(app, call);
  const endpoint = `webhook-endpoints/${desk.endpointId}`;
  await call(desk.key, 'PATCH', endpoint, { enabled: false });
  const refused = await call(desk.key, 'POST', 'listeners', { name: 'desk' });
  assert.equal(refusalOf(refused), '409 endpoint_disabled');
  await call(desk.key, 'DELETE', endpoint);
  const gone = await call(desk.key, 'POST', `listeners/${desk.id}/take-deliveries`);
  assert.equal(refusalOf(gone), '404 not_found');
  const { body } = await call(desk.key, 'POST', 'listeners', { name: 'desk' });
  assert.equal(body['id'], desk.id);
  assert.notEqual(body['secret'], desk.secret);
});

test('listeners count as endpoints, except for those put away', async () => {
  const desk = await openDesk(app, call);
  const open = (name: string) => call(desk.key, 'POST', 'listeners', { name });
  for (let count = 1; count < 20; count += 1) await open(`desk-${String(count)}`);
  assert.equal(refusalOf(await open('another')), '409 too_many_endpoints');
  await app.db`update listeners set seen_at = now() - interval '4 days'
    where environment_id = ${desk.environmentId} and name in ('desk', 'desk-1')`;
  await disableAwayListeners(app.db);
  assert.equal((await open('another')).status, 200);
  assert.equal((await open('desk-1')).status, 200);
  assert.equal(refusalOf(await open('one-more')), '409 too_many_endpoints');
});

test('a listener that made room for another reports since when it missed events, too', async () => {
  const desk = await openDesk(app, call);
  const open = (name: string) => call(desk.key, 'POST', 'listeners', { name });
  for (let count = 1; count < 20; count += 1) await open(`desk-${String(count)}`);
  const seenAt = new Date(Date.now() - 96 * 3_600_000);
  await app.db`update listeners set seen_at = ${seenAt}
    where environment_id = ${desk.environmentId} and name = 'desk'`;
  await disableAwayListeners(app.db);
  const { body: other } = await open('another');
  await call(desk.key, 'DELETE', `webhook-endpoints/${String(other['endpointId'])}`);
  const { body } = await open('desk');
  assert.notEqual(body['endpointId'], desk.endpointId);
  assert.equal(body['missedSince'], seenAt.toISOString());
  // Somebody deleted this one, so that it starts anew.
  await call(desk.key, 'DELETE', `webhook-endpoints/${String(body['endpointId'])}`);
  assert.equal((await open('desk')).body['missedSince'], null);
});

test('a listener cannot be given a URL, and an endpoint cannot be made a listener', async () => {
  const desk = await openDesk(app, call);
  const url = 'http://127.0.0.1:9/hook';
  const moved = await call(desk.key, 'PATCH', `webhook-endpoints/${desk.endpointId}`, { url });
  assert.equal(refusalOf(moved), '400 invalid_url');
  const spoofed = { url: 'listener://desk' };
  assert.equal(
    refusalOf(await call(desk.key, 'POST', 'webhook-endpoints', spoofed)),
    '400 invalid_url',
  );
});

test("a receiver's answer is stored without control characters", async () => {
  const desk = await openDesk(app, call);
  await recordDeposits(app, desk.environmentId);
  const [delivery] = await desk.take();
  assert.ok(delivery);
  const { id: deliveryId, lease } = delivery;
  const result = {
    durationMs: 1,
    responseStatus: 200,
    responseBody: 'a\u0000\u001b[2Jb',
    error: null,
  };
  const results = [{ deliveryId, lease, ...result }];
  const answer = await call(desk.key, 'POST', `listeners/${desk.id}/results`, { results });
  assert.equal(answer.status, 200);
  const [row] = await app.db<{ responseBody: string }>`select response_body from webhook_attempts
    where environment_id = ${desk.environmentId} and delivery_id = ${deliveryId}`;
  assert.equal(row?.responseBody, 'a\uFFFD\uFFFD[2Jb');
});
