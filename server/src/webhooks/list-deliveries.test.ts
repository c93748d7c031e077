import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from '../../test/api.ts';
import { NO_LIMIT, testEnvironment } from '../../test/app.ts';
import { openWebhookRoutes, URL_HERE } from '../../test/webhooks.ts';
import { updateEnvironment } from '../accounts/store.ts';
import { newId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { isObject } from '../platform/json.ts';
import { openDispatcher } from './deliver.ts';
import { listDeliveries } from './list-deliveries.ts';

const { app, call, register, record } = await openWebhookRoutes();

test('a delivery shows what was sent and what came back', async () => {
  const { key, environment } = await testEnvironment(app);
  const endpointId = (await register(key))['id'];
  const resourceId = await record(environment.id);
  const dispatcher = openDispatcher(app);
  await dispatcher.turn();
  await dispatcher.drain();
  const [delivery] = itemsOf(await call(key, 'GET', 'webhook-deliveries'));
  assert.ok(delivery);
  const { id, eventId, attempts, nextAttemptAt, createdAt, ...rest } = delivery;
  assert.match(String(id), /^whd_/);
  assert.match(String(eventId), /^evt_/);
  assert.ok(Date.parse(String(nextAttemptAt)) > Date.parse(String(createdAt)));
  assert.deepEqual(rest, {
    endpointId,
    event: 'deposit.confirmed',
    resourceId,
    url: URL_HERE,
    status: 'pending',
    failureReason: null,
    attemptCount: 1,
    requestBody: `{"event":"deposit.confirmed","data":{"id":"${resourceId}","n":null}}`,
  });
  assert.ok(Array.isArray(attempts) && isObject(attempts[0]));
  const { at, durationMs, ...attempt } = attempts[0];
  assert.match(String(at), /Z$/);
  assert.equal(typeof durationMs, 'number');
  const nothing = { responseStatus: null, responseBody: null };
  assert.deepEqual(attempt, { ...nothing, error: 'connection_failed' });
});

test('deliveries are filtered, and pages neither skip nor repeat rows while others are added', async () => {
  const { key, environment } = await testEnvironment(app);
  const [one, two] = [(await register(key))['id'], (await register(key))['id']];
  const resources = [];
  for (let count = 0; count < 5; count += 1) resources.push(await record(environment.id));
  const count = async (query: string) =>
    itemsOf(await call(key, 'GET', `webhook-deliveries?limit=100&${query}`)).length;
  assert.equal(await count(''), 10);
  assert.equal(await count(`endpointId=${String(one)}`), 5);
  assert.equal(await count(`endpointId=${String(two)}&resourceId=${String(resources[0])}`), 1);
  assert.equal(await count('status=pending'), 10);
  assert.equal(await count('status=failed'), 0);
  assert.equal(await count('event=deposit.confirmed'), 10);
  assert.equal(await count('event=test.ping'), 0);
  assert.equal(await count(`endpointId=${newId('whe')}`), 0);
  assert.equal(await count('endpointId=nonsense'), 0);
  const { createdAt } = itemsOf(await call(key, 'GET', 'webhook-deliveries?limit=1'))[0] ?? {};
  const newest = encodeURIComponent(String(createdAt));
  assert.ok((await count(`from=${newest}`)) >= 1);
  for (const filter of ['', `&resourceId=${String(resources[0])}`, '&status=pending']) {
    const [since, before] = [
      await count(`from=${newest}${filter}`),
      await count(`to=${newest}${filter}`),
    ];
    assert.equal(since + before, await count(filter), filter);
  }
  assert.equal((await call(key, 'GET', 'webhook-deliveries?from=yesterday')).status, 400);

  const seen: unknown[] = [];
  let cursor: unknown = '';
  while (cursor !== null) {
    const query = `limit=3${cursor === '' ? '' : `&cursor=${String(cursor)}`}`;
    const page = await call(key, 'GET', `webhook-deliveries?${query}`);
    seen.push(...itemsOf(page).map(({ id }) => id));
    cursor = page.body['nextCursor'];
    if (seen.length < 12) await record(environment.id);
  }
  assert.deepEqual([seen.length, new Set(seen).size], [10, 10]);
});

test('the newest twenty of many attempts are shown, oldest first, and all are counted', async () => {
  const { key, environment } = await testEnvironment(app);
  await register(key);
  await record(environment.id);
  await app.db`
    insert into webhook_attempts (environment_id, delivery_id, attempt, at, duration_ms)
    select environment_id, id, n, now(), n from webhook_deliveries
    cross join generate_series(1, 5000) as n where environment_id = ${environment.id}`;
  await app.db`
    update webhook_deliveries set attempts = 5000 where environment_id = ${environment.id}`;
  const [delivery] = itemsOf(await call(key, 'GET', 'webhook-deliveries'));
  const attempts = delivery?.['attempts'];
  assert.ok(Array.isArray(attempts));
  const durations = attempts.map((attempt) => (isObject(attempt) ? attempt['durationMs'] : 0));
  assert.deepEqual(
    durations,
    Array.from({ length: 20 }, (_, index) => 4_981 + index),
  );
  assert.equal(delivery?.['attemptCount'], 5_000);
});

test('an attempt recorded during the read is not shown beside the state before it', async () => {
  const { key, environment } = await testEnvironment(app);
  await register(key);
  await record(environment.id);
  const dispatcher = openDispatcher(app);
  let statements = 0;
  const run = async <Row extends object>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Row[]> => {
    statements += 1;
    if (statements === 2) {
      await dispatcher.turn();
      await dispatcher.drain();
    }
    return app.db<Row>(text, ...values);
  };
  const interrupted: Db = Object.assign(run, app.db);
  const shown = async (db: Db) => {
    const [delivery] = await listDeliveries(db, environment.id, {}, undefined, 1);
    return [delivery?.attemptCount, delivery?.attempts.length];
  };
  assert.deepEqual(await shown(interrupted), [0, 0]);
  assert.deepEqual(await shown(app.db), [1, 1]);
});

test('every combination of filters selects the right deliveries', async () => {
  const { key, environment } = await testEnvironment(app);
  await updateEnvironment(app.db, { ...environment, rates: NO_LIMIT });
  const endpoints = [(await register(key))['id'], (await register(key))['id']];
  const resources = [await record(environment.id), await record(environment.id)];
  for (const id of endpoints) await call(key, 'POST', `webhook-endpoints/${String(id)}/test`);
  await app.db`
    update webhook_deliveries set status = 'succeeded', next_attempt_at = null
    where environment_id = ${environment.id} and endpoint_id = ${endpoints[0]}`;
  const all = itemsOf(await call(key, 'GET', 'webhook-deliveries?limit=100'));
  assert.equal(all.length, 6);
  const values: Record<string, unknown[]> = {
    endpointId: [undefined, ...endpoints],
    resourceId: [undefined, ...resources, ...endpoints],
    event: [undefined, 'deposit.confirmed', 'test.ping', 'deposit.failed'],
    status: [undefined, 'pending', 'succeeded', 'failed'],
  };
  for (const endpointId of values['endpointId'] ?? []) {
    for (const resourceId of values['resourceId'] ?? []) {
      for (const event of values['event'] ?? []) {
        for (const status of values['status'] ?? []) {
          const filter = { endpointId, resourceId, event, status };
          const given = Object.entries(filter).filter(([, value]) => value !== undefined);
          const query = given.map(([name, value]) => `&${name}=${String(value)}`).join('');
          const listed = itemsOf(await call(key, 'GET', `webhook-deliveries?limit=100${query}`));
          const meant = all.filter((one) => given.every(([name, value]) => one[name] === value));
          assert.deepEqual(
            listed.map(({ id }) => id),
            meant.map(({ id }) => id),
            query,
          );
        }
      }
    }
  }
});
