import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allDeliveries,
  answering,
  arrangeEndpoint,
  deliverDue,
  onlyDelivery,
  recordDeposits,
} from '../../test/webhooks.ts';
import { openReceiver } from '../../test/receiver.ts';
import { disableDeadEndpoints } from './disable-dead-endpoints.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { type EndpointChange, listEndpoints, markDeleted, updateEndpoint } from './store.ts';

test('an endpoint that answers 410 is disabled immediately, and its pending deliveries end', async (t) => {
  const receiver = await answering(t, 410);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await recordDeposits(app, environment.id);
  const [endpoint] = await listEndpoints(app.db, environment.id, undefined, 1);
  assert.deepEqual([endpoint?.enabled, endpoint?.disabledReason], [false, 'gone']);
  await deliverDue(dispatcher);
  await dispatcher.stopStranded();
  const delivery = await onlyDelivery(app, environment.id);
  assert.deepEqual([delivery.status, delivery.failureReason], ['failed', 'endpoint_disabled']);
});

test('an endpoint that is disabled or deleted gets no more deliveries', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const second = await registerEndpoint(app, environment, { url: receiver.url });
  await recordDeposits(app, environment.id);
  await updateEndpoint(app.db, environment.id, endpoint.id, { enabled: false });
  await markDeleted(app.db, environment.id, second.id);
  assert.equal(await deliverDue(dispatcher), false);
  assert.equal(await dispatcher.stopStranded(), false);
  const deliveries = await allDeliveries(app, environment.id);
  const reasons = deliveries.map(
    ({ status, failureReason }) => `${status} ${String(failureReason)}`,
  );
  assert.deepEqual(reasons.sort(), ['failed endpoint_deleted', 'failed endpoint_disabled']);
  assert.equal(receiver.received.length, 0);
});

test('the pending deliveries of a disabled endpoint all end, in batches', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await app.db`
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    select ${environment.id}, 'whd_0' || name, ${endpoint.id}, 'evt_0' || name,
      'deposit.confirmed', 'dep_0' || name, '{}', now()
    from (select lpad(n::text, 25, '0') as name from generate_series(1, 2500) n) named`;
  await updateEndpoint(app.db, environment.id, endpoint.id, { enabled: false });
  assert.equal(await dispatcher.stopStranded(), false);
  await deliverDue(dispatcher);
  const more = [];
  for (let part = 0; part < 4; part += 1) more.push(await dispatcher.stopStranded());
  assert.deepEqual(more, [true, true, false, false]);
  const [left] = await app.db`
    select 1 from webhook_deliveries
    where environment_id = ${environment.id} and failure_reason is distinct from 'endpoint_disabled'`;
  assert.equal(left, undefined);
  assert.equal(receiver.received.length, 0);
});

test('an endpoint that has only failed for five days is disabled once, and a mail is queued', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, accountId, endpoint, dispatcher } = await arrangeEndpoint(
    t,
    receiver.url,
  );
  const failFor = (days: number) =>
    app.db`update webhook_endpoints set failing_since = now() - ${days} * interval '1 day'
      where failing_since is not null`;
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await failFor(4.9);
  await disableDeadEndpoints(app);
  assert.equal((await listEndpoints(app.db, environment.id, undefined, 1))[0]?.enabled, true);
  await failFor(5.1);
  await Promise.all([disableDeadEndpoints(app), disableDeadEndpoints(app)]);
  const [dead] = await listEndpoints(app.db, environment.id, undefined, 1);
  assert.deepEqual([dead?.enabled, dead?.disabledReason], [false, 'dead']);
  const mails = await app.db`select account_id, kind, subject, sent_at from mails`;
  const subject = endpoint.id;
  assert.deepEqual(mails, [{ accountId, kind: 'endpoint_disabled', subject, sentAt: null }]);
});

test('an endpoint that was idle for days, since no worker ran, is first attempted once more', async (t) => {
  const statuses = [500, 200];
  const receiver = await openReceiver(t, (_request, response) => {
    response.writeHead(statuses.shift() ?? 500).end();
  });
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const { db } = app;
  const isEnabled = async (): Promise<boolean | undefined> => {
    await disableDeadEndpoints(app);
    return (await listEndpoints(db, environment.id, undefined, 1))[0]?.enabled;
  };
  const standStill = async (): Promise<void> => {
    await db`update webhook_endpoints set failing_since = failing_since - interval '6 days'`;
    await db`update webhook_failures set at = at - interval '6 days'`;
    await db`update webhook_deliveries set next_attempt_at = next_attempt_at - interval '6 days'`;
  };
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await standStill();
  assert.equal(await isEnabled(), true);
  await deliverDue(dispatcher);
  assert.equal(await isEnabled(), true);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await standStill();
  assert.equal(await isEnabled(), true);
  await deliverDue(dispatcher);
  assert.equal(await isEnabled(), false);
});

test('an endpoint is not disabled while anything succeeds, nor right after it is enabled again', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const age = () => app.db`
    update webhook_endpoints set failing_since = now() - interval '6 days', slow = true`;
  const reasonNow = async (): Promise<unknown> => {
    await disableDeadEndpoints(app);
    return (await listEndpoints(app.db, environment.id, undefined, 1))[0]?.disabledReason;
  };
  await age();
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  assert.equal(await reasonNow(), null);
  await age();
  assert.equal(await reasonNow(), 'dead');
  await updateEndpoint(app.db, environment.id, endpoint.id, { enabled: true });
  assert.equal(await reasonNow(), null);
});

test('an endpoint with another URL starts with a clean record, which no other change gives it', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, 'http://127.0.0.1:9/');
  const { db } = app;
  const stateAfter = async (change: EndpointChange): Promise<unknown> => {
    await db`
      update webhook_endpoints set failing_since = now() - interval '6 days', slow = true`;
    await updateEndpoint(db, environment.id, endpoint.id, change);
    await disableDeadEndpoints(app);
    const [row] = await db<{ slow: boolean; disabledReason: string | null }>`
      select slow, disabled_reason from webhook_endpoints`;
    return row;
  };
  const clean = { slow: false, disabledReason: null };
  assert.deepEqual(await stateAfter({ url: 'http://127.0.0.1:10/' }), clean);
  assert.deepEqual(await stateAfter({ url: 'http://127.0.0.1:10/', description: 'same' }), {
    slow: true,
    disabledReason: 'dead',
  });
});

test('nobody is told that a deleted endpoint is dead', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, 'http://127.0.0.1:9/');
  await app.db`update webhook_endpoints set failing_since = now() - interval '6 days'`;
  await markDeleted(app.db, environment.id, endpoint.id);
  await disableDeadEndpoints(app);
  assert.deepEqual(await app.db`select from mails`, []);
});
