import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openReceiver } from '../../test/receiver.ts';
import {
  allDeliveries,
  answering,
  arrangeEndpoint,
  deliverDue,
  holdAttempts,
  onlyDelivery,
  openWebhookRoutes,
  recordDeposits,
  skipWait,
} from '../../test/webhooks.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import { advanceReplays } from './advance-replays.ts';
import type { Dispatcher } from './deliver.ts';
import { recordEvents } from './record-events.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { replayEvents } from './replay-events.ts';
import { markDeleted, updateEndpoint } from './store.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/** Runs replays and deliveries in turn until neither has anything left to do. */
async function settle(app: App, dispatcher: Dispatcher): Promise<void> {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    const moved = await advanceReplays(app);
    const sent = await deliverDue(dispatcher);
    const [left] = await app.db<{ replays: number }>`
      select count(*) as replays from webhook_replays`;
    if (!moved && !sent && left?.replays === 0) return;
  }
  throw new Error('the replays do not come to an end');
}

test('a replay sends delivered events once more, on the same row, with the same ID and bytes', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 3);
  await deliverDue(dispatcher);
  const before = await allDeliveries(app, environment.id);
  assert.equal(await replayEvents(app, environment.id, endpoint.id, LONG_AGO), 3);
  await settle(app, dispatcher);
  const after = await allDeliveries(app, environment.id);
  assert.deepEqual(after.map(({ id }) => id).sort(), before.map(({ id }) => id).sort());
  assert.deepEqual(
    after.map(({ status, attempts }) => [status, attempts.length]),
    [1, 2, 3].map(() => ['succeeded', 2]),
  );
  const sent = receiver.received.map(
    ({ headers, body }) => `${String(headers['webhook-id'])} ${body}`,
  );
  assert.deepEqual([sent.length, new Set(sent).size], [6, 3]);
});

test('a replay covers events from before an endpoint was created, enabled or subscribed to them', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await updateEndpoint(app.db, environment.id, endpoint.id, { enabled: false });
  await recordDeposits(app, environment.id, 2);
  const resourceId = newId('wdr');
  const data = { id: resourceId };
  const expired = { kind: 'withdrawal.expired', resourceId, data, at: new Date() } as const;
  await app.db.begin((tx) => recordEvents(tx, [{ environmentId: environment.id, ...expired }]));
  await updateEndpoint(app.db, environment.id, endpoint.id, { enabled: true });
  const late = await registerEndpoint(app, environment, {
    url: `${receiver.url}/late`,
    events: ['withdrawal.expired', 'deposit.confirmed'],
  });
  assert.equal(await replayEvents(app, environment.id, endpoint.id, LONG_AGO), 2);
  assert.equal(await replayEvents(app, environment.id, late.id, LONG_AGO), 3);
  await settle(app, dispatcher);
  const paths = receiver.received.map(({ path }) => path).sort();
  assert.deepEqual(paths, ['/hook', '/hook', '/hook/late', '/hook/late', '/hook/late']);
  await updateEndpoint(app.db, environment.id, endpoint.id, { events: ['withdrawal.expired'] });
  assert.equal(await replayEvents(app, environment.id, endpoint.id, LONG_AGO), 1);
  await settle(app, dispatcher);
  assert.equal(receiver.received.length, 6);
});

test('a replay sends only events since the given time, to the millisecond', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 4);
  await deliverDue(dispatcher);
  await app.db`
    update events e set created_at = '2026-01-01T00:00:00.000Z'::timestamptz
      + (place - 1) * interval '1 ms'
    from (select id, row_number() over (order by position) as place from events) numbered
    where numbered.id = e.id`;
  const since = new Date('2026-01-01T00:00:00.002Z');
  assert.equal(await replayEvents(app, environment.id, endpoint.id, since), 2);
  await settle(app, dispatcher);
  assert.equal(receiver.received.length, 6);
  assert.equal(
    await replayEvents(app, environment.id, endpoint.id, new Date(Date.now() + 60_000)),
    0,
  );
  await settle(app, dispatcher);
  assert.equal(receiver.received.length, 6);
});

test('fifty concurrent replays and four workers send each event just once more', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 450);
  await app.db`update webhook_deliveries set status = 'succeeded', next_attempt_at = null`;
  const counts = await Promise.all(
    Array.from({ length: 50 }, () => replayEvents(app, environment.id, endpoint.id, LONG_AGO)),
  );
  assert.deepEqual([...new Set(counts)], [450]);
  await Promise.all([0, 1, 2, 3].map(() => advanceReplays(app)));
  await settle(app, dispatcher);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual([ids.length, new Set(ids).size], [450, 450]);
});

test('a long replay queues a limited number of deliveries at a time', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 1_000);
  await app.db`update webhook_deliveries set status = 'succeeded', next_attempt_at = null`;
  await replayEvents(app, environment.id, endpoint.id, LONG_AGO);
  for (let turn = 0; turn < 10; turn += 1) await advanceReplays(app);
  const [due] = await app.db<{ count: number }>`
    select count(*) as count from webhook_deliveries where status = 'pending'`;
  assert.equal(due?.count, 200);
});

test('a replay during an attempt in flight adds another right after it', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const release = await holdAttempts(app);
  await replayEvents(app, environment.id, endpoint.id, LONG_AGO);
  await advanceReplays(app);
  await release();
  await settle(app, dispatcher);
  assert.equal(receiver.received.length, 2);
});

test('a replay of a pending delivery adds one attempt, and leaves its schedule unchanged', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await app.db`update webhook_deliveries set next_attempt_at = now() + interval '1 hour'`;
  const schedule = () => app.db`select status, next_attempt_at from webhook_deliveries`;
  const before = await schedule();
  for (let replays = 0; replays < 11; replays += 1) {
    await replayEvents(app, environment.id, endpoint.id, LONG_AGO);
    await settle(app, dispatcher);
  }
  assert.deepEqual(await schedule(), before);
  assert.equal(receiver.received.length, 12);
});

test('a replay retries a failed delivery by a whole new schedule, and honors Retry-After', async (t) => {
  let answer: [number, Record<string, string>] = [500, {}];
  const receiver = await openReceiver(t, (_request, response) =>
    response.writeHead(...answer).end(),
  );
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  for (let attempts = 0; attempts < 11; attempts += 1) {
    await deliverDue(dispatcher);
    await skipWait(app);
  }
  assert.equal((await onlyDelivery(app, environment.id)).status, 'failed');
  answer = [429, { 'retry-after': '60' }];
  await replayEvents(app, environment.id, endpoint.id, LONG_AGO);
  await settle(app, dispatcher);
  const busy = await onlyDelivery(app, environment.id);
  assert.deepEqual([busy.status, busy.attemptCount], ['pending', 12]);
  assert.ok((busy.nextAttemptAt?.getTime() ?? 0) > Date.now() + 50_000);
  answer = [500, {}];
  for (let attempts = 1; attempts < 11; attempts += 1) {
    assert.equal((await onlyDelivery(app, environment.id)).status, 'pending', String(attempts));
    await skipWait(app);
    await deliverDue(dispatcher);
  }
  const { status, attemptCount } = await onlyDelivery(app, environment.id);
  assert.deepEqual([status, attemptCount], ['failed', 22]);
});

test('a replay of a deleted endpoint ends and sends nothing', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 2);
  await app.db`update webhook_deliveries set status = 'succeeded', next_attempt_at = null`;
  await replayEvents(app, environment.id, endpoint.id, LONG_AGO);
  await markDeleted(app.db, environment.id, endpoint.id);
  await settle(app, dispatcher);
  assert.equal(receiver.received.length, 0);
  const statuses = (await allDeliveries(app, environment.id)).map(({ status }) => status);
  assert.deepEqual(statuses, ['succeeded', 'succeeded']);
});

const { app, call, refusal, register, record } = await openWebhookRoutes();

test('a replay returns 202 with the count, and refuses an invalid time or a disabled endpoint', async () => {
  const { key, environment } = await testEnvironment(app);
  const endpoint = `webhook-endpoints/${String((await register(key))['id'])}`;
  await record(environment.id);
  const path = `${endpoint}/replay`;
  for (const since of [
    '2020-01-01T00:00:00Z',
    '2020-01-01T00:00:00.123456-03:00',
    '0000-01-01T00:00:00Z',
  ]) {
    assert.deepEqual(await call(key, 'POST', path, { since }), {
      status: 202,
      body: { deliveries: 1 },
    });
  }
  const bad = [
    '',
    'yesterday',
    '2020-01-01',
    '2020-02-30T00:00:00Z',
    '2020-01-01T00:00:00',
    5,
    null,
  ];
  for (const since of [
    ...bad,
    'x'.repeat(50),
    '2020-01-01T25:00:00Z',
    {},
    ['2020-01-01T00:00:00Z'],
  ]) {
    const given = JSON.stringify(since);
    assert.equal(await refusal(key, 'POST', path, { since }), '400 invalid_request', given);
  }
  assert.equal(await refusal(key, 'POST', path, {}), '400 invalid_request');
  assert.equal(await refusal(key, 'POST', path), '400 invalid_request');
  await call(key, 'PATCH', endpoint, { enabled: false });
  const order = { since: '2020-01-01T00:00:00Z' };
  assert.equal(await refusal(key, 'POST', path, order), '409 endpoint_disabled');
  await call(key, 'DELETE', endpoint);
  assert.equal(await refusal(key, 'POST', path, order), '404 not_found');
});
