import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { guardRoutes } from '../api-keys/guard.ts';
import { openAuthenticator } from '../api-keys/authenticate.ts';
import { createKey } from '../api-keys/create-key.ts';
import type { EnvironmentId } from '../ids.ts';
import { newId } from '../ids.ts';
import { openHttp } from '../platform/http.ts';
import { isObject } from '../platform/json.ts';
import { openDispatcher } from './deliver.ts';
import { EVENT_KINDS } from './event.ts';
import { numberEvents } from './number-events.ts';
import { recordEvent } from './record-event.ts';
import { registerWebhookRoutes } from './routes.ts';

const app = await testApp();
const http = openHttp(app.log, (routes) => {
  guardRoutes(routes, openAuthenticator(app.db));
  registerWebhookRoutes(routes, app);
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(key: string, method: Method, path: string, payload?: unknown): Promise<Answer> {
  const response = await http.inject({
    method,
    url: `/v1/api/${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      'accept-language': 'en',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
  const body: unknown = response.body === '' ? {} : response.json();
  assert.ok(isObject(body));
  return { status: response.statusCode, body };
}

async function refusal(...args: Parameters<typeof call>): Promise<string> {
  const { status, body } = await call(...args);
  assert.deepEqual(Object.keys(body).sort(), ['error', 'message']);
  return `${String(status)} ${String(body['error'])}`;
}

const items = ({ body }: Answer): Record<string, unknown>[] => {
  const { data } = body;
  assert.ok(Array.isArray(data) && data.every(isObject));
  return data;
};

const URL_HERE = 'http://127.0.0.1:9/hook';
const register = async (key: string, extra: object = {}): Promise<Record<string, unknown>> =>
  (await call(key, 'POST', 'webhook-endpoints', { url: URL_HERE, ...extra })).body;

async function record(environmentId: EnvironmentId, resourceId = newId('dep')): Promise<string> {
  const event = {
    kind: 'deposit.confirmed',
    resourceId,
    data: { id: resourceId, n: null },
  } as const;
  await app.db.begin((tx) => recordEvent(tx, { environmentId, ...event, at: new Date() }));
  return resourceId;
}

test('webhook-endpoints POST answers 201 with the secret, and no later answer has it', async () => {
  const { key } = await testEnvironment(app);
  const { status, body } = await call(key, 'POST', 'webhook-endpoints', { url: URL_HERE, x: 1 });
  assert.equal(status, 201);
  const { secret, id, createdAt, updatedAt, ...rest } = body;
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match(String(id), /^whe_[0-9a-z]{26}$/);
  assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    url: URL_HERE,
    events: [...EVENT_KINDS].filter((kind) => kind !== 'withdrawal.expired'),
    description: '',
    enabled: true,
    disabledReason: null,
  });
  const listed = await call(key, 'GET', 'webhook-endpoints');
  assert.deepEqual(items(listed), [{ id, createdAt, updatedAt, ...rest }]);
  const [row] = await app.db<{ secret: string }>`
    select secret from webhook_endpoints where id = ${id}`;
  assert.match(String(row?.secret), /^v1:k1:/);
});

test('webhook-endpoints PATCH changes what it names and nothing else', async () => {
  const { key } = await testEnvironment(app);
  const { secret: _secret, ...endpoint } = await register(key, { description: 'first' });
  const path = `webhook-endpoints/${String(endpoint['id'])}`;
  const changes = [
    { url: 'http://127.0.0.1:10/' },
    { events: ['withdrawal.expired'] },
    { description: '' },
    { enabled: false },
    { enabled: true },
  ];
  let expected: Record<string, unknown> = endpoint;
  for (const change of changes) {
    const disabledReason = 'enabled' in change && !change.enabled ? 'owner' : null;
    const { status, body } = await call(key, 'PATCH', path, change);
    expected = { ...expected, ...change, disabledReason, updatedAt: body['updatedAt'] };
    assert.deepEqual([status, body], [200, expected]);
  }
  assert.equal((await call(key, 'PATCH', path)).status, 200);
});

test('webhook-endpoints DELETE answers 204 once, and the endpoint is gone', async () => {
  const { key } = await testEnvironment(app);
  const path = `webhook-endpoints/${String((await register(key))['id'])}`;
  assert.equal((await call(key, 'DELETE', path)).status, 204);
  assert.equal(await refusal(key, 'DELETE', path), '404 not_found');
  assert.equal(await refusal(key, 'PATCH', path, { enabled: true }), '404 not_found');
  assert.deepEqual(items(await call(key, 'GET', 'webhook-endpoints')), []);
});

test('webhook-endpoints bad fields are refused with the code of the field', async () => {
  const { key } = await testEnvironment(app);
  const id = String((await register(key))['id']);
  const faults: [unknown, string][] = [
    [{}, 'invalid_url'],
    [{ url: 5 }, 'invalid_url'],
    [{ url: null }, 'invalid_url'],
    [{ url: 'ftp://example.com' }, 'invalid_url'],
    [{ url: 'http://169.254.169.254/' }, 'invalid_url'],
    [{ url: URL_HERE, events: [] }, 'invalid_request'],
    [{ url: URL_HERE, events: ['deposit.unknown'] }, 'invalid_request'],
    [{ url: URL_HERE, events: ['test.ping'] }, 'invalid_request'],
    [{ url: URL_HERE, events: 'deposit.failed' }, 'invalid_request'],
    [{ url: URL_HERE, events: null }, 'invalid_request'],
    [{ url: URL_HERE, description: 5 }, 'invalid_request'],
    [{ url: URL_HERE, description: 'a\0b' }, 'invalid_request'],
    [{ url: URL_HERE, description: 'x'.repeat(501) }, 'invalid_request'],
  ];
  for (const [body, code] of faults) {
    const given = JSON.stringify(body);
    assert.equal(await refusal(key, 'POST', 'webhook-endpoints', body), `400 ${code}`, given);
    if (given === '{}') continue;
    const path = `webhook-endpoints/${id}`;
    assert.equal(await refusal(key, 'PATCH', path, body), `400 ${code}`, given);
  }
  for (const enabled of ['true', 1, null]) {
    const path = `webhook-endpoints/${id}`;
    assert.equal(await refusal(key, 'PATCH', path, { enabled }), '400 invalid_request');
  }
  assert.equal(await refusal(key, 'POST', 'webhook-endpoints'), '400 invalid_request');
});

test('webhook-endpoints a live key wants https and no private address', async () => {
  const { key } = await testEnvironment(app, 'live');
  for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://localhost/']) {
    assert.equal(await refusal(key, 'POST', 'webhook-endpoints', { url }), '400 invalid_url', url);
  }
  const body = { url: 'https://nowhere.invalid/hook' };
  assert.equal((await call(key, 'POST', 'webhook-endpoints', body)).status, 201);
});

test('webhook-endpoints of 40 registrations at once 20 succeed, and a deleted one makes room', async () => {
  const { key } = await testEnvironment(app);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => call(key, 'POST', 'webhook-endpoints', { url: URL_HERE })),
  );
  const codes = answers.map(({ status, body }) => `${String(status)} ${String(body['error'])}`);
  assert.equal(codes.filter((code) => code === '201 undefined').length, 20);
  assert.equal(codes.filter((code) => code === '409 too_many_endpoints').length, 20);
  const [first] = items(await call(key, 'GET', 'webhook-endpoints?limit=1'));
  await call(key, 'DELETE', `webhook-endpoints/${String(first?.['id'])}`);
  assert.match(String((await register(key))['id']), /^whe_/);
});

test('webhook-endpoints test answers 202 with the delivery, or refuses a disabled endpoint', async () => {
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

test('webhook-deliveries shows what was sent and what came back', async () => {
  const { key, environment } = await testEnvironment(app);
  const endpointId = (await register(key))['id'];
  const resourceId = await record(environment.id);
  const dispatcher = openDispatcher(app);
  await dispatcher.turn();
  await dispatcher.drain();
  const [delivery] = items(await call(key, 'GET', 'webhook-deliveries'));
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
    requestBody: `{"event":"deposit.confirmed","data":{"id":"${resourceId}","n":null}}`,
  });
  assert.ok(Array.isArray(attempts) && isObject(attempts[0]));
  const { at, durationMs, ...attempt } = attempts[0];
  assert.match(String(at), /Z$/);
  assert.equal(typeof durationMs, 'number');
  const nothing = { responseStatus: null, responseBody: null };
  assert.deepEqual(attempt, { ...nothing, error: 'connection_failed' });
});

test('webhook-deliveries filters choose, and pages neither skip nor repeat while rows are added', async () => {
  const { key, environment } = await testEnvironment(app);
  const [one, two] = [(await register(key))['id'], (await register(key))['id']];
  const resources = [];
  for (let count = 0; count < 5; count += 1) resources.push(await record(environment.id));
  const count = async (query: string) =>
    items(await call(key, 'GET', `webhook-deliveries?limit=100&${query}`)).length;
  assert.equal(await count(''), 10);
  assert.equal(await count(`endpointId=${String(one)}`), 5);
  assert.equal(await count(`endpointId=${String(two)}&resourceId=${String(resources[0])}`), 1);
  assert.equal(await count('status=pending'), 10);
  assert.equal(await count('status=failed'), 0);
  assert.equal(await count('event=deposit.confirmed'), 10);
  assert.equal(await count('event=test.ping'), 0);
  assert.equal(await count(`endpointId=${newId('whe')}`), 0);
  assert.equal(await count('endpointId=nonsense'), 0);

  const seen: unknown[] = [];
  let cursor: unknown = '';
  while (cursor !== null) {
    const query = `limit=3${cursor === '' ? '' : `&cursor=${String(cursor)}`}`;
    const page = await call(key, 'GET', `webhook-deliveries?${query}`);
    seen.push(...items(page).map(({ id }) => id));
    cursor = page.body['nextCursor'];
    if (seen.length < 12) await record(environment.id);
  }
  assert.deepEqual([seen.length, new Set(seen).size], [10, 10]);
});

test('webhook-deliveries redeliver answers 202 with the delivery, or refuses a disabled or deleted endpoint', async () => {
  const { key, environment } = await testEnvironment(app);
  const endpoint = `webhook-endpoints/${String((await register(key))['id'])}`;
  await record(environment.id);
  const [delivery] = items(await call(key, 'GET', 'webhook-deliveries'));
  const path = `webhook-deliveries/${String(delivery?.['id'])}/redeliver`;
  const { status, body } = await call(key, 'POST', path);
  assert.deepEqual([status, body['id']], [202, delivery?.['id']]);
  await call(key, 'PATCH', endpoint, { enabled: false });
  assert.equal(await refusal(key, 'POST', path, {}), '409 endpoint_disabled');
  await call(key, 'DELETE', endpoint);
  assert.equal(await refusal(key, 'POST', path), '409 endpoint_disabled');
});

test('events are read in order from any number on, never before they are numbered', async () => {
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
  const [entry, ...others] = items({ status, body });
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

const ROUTES: [Method, string][] = [
  ['POST', 'webhook-endpoints'],
  ['GET', 'webhook-endpoints'],
  ['PATCH', 'webhook-endpoints/:whe'],
  ['DELETE', 'webhook-endpoints/:whe'],
  ['POST', 'webhook-endpoints/:whe/test'],
  ['GET', 'webhook-deliveries'],
  ['POST', 'webhook-deliveries/:whd/redeliver'],
  ['GET', 'events'],
];

test('every webhook route wants a key with its scope', async () => {
  const { accountId } = await testEnvironment(app);
  const order = { accountId, mode: 'test', name: '' } as const;
  const { key } = await createKey(app.db, { ...order, scopes: ['wallets:read', 'read:balance'] });
  for (const [method, path] of ROUTES) {
    assert.equal(await refusal('none', method, path), '401 unauthorized', path);
    assert.equal(await refusal(key, method, path), '403 insufficient_scope', path);
  }
});

test('every webhook route answers 404 for ids that are malformed, unknown, of another kind or of a stranger', async () => {
  const [own, stranger] = [await testEnvironment(app), await testEnvironment(app)];
  const endpoint = String((await register(stranger.key))['id']);
  await record(stranger.environment.id);
  const [delivery] = items(await call(stranger.key, 'GET', 'webhook-deliveries'));
  const ids = ['x', '%00', newId('dep'), newId('whe'), newId('whd'), endpoint.toUpperCase()];
  for (const [method, path] of ROUTES.filter(([, path]) => path.includes(':'))) {
    for (const id of [...ids, endpoint, String(delivery?.['id'])]) {
      const payload = method === 'PATCH' ? { description: 'mine' } : undefined;
      const answer = await refusal(own.key, method, path.replace(/:\w+/, id), payload);
      assert.equal(answer, '404 not_found', `${method} ${path} ${id}`);
    }
  }
  assert.deepEqual(items(await call(own.key, 'GET', 'webhook-deliveries')), []);
  assert.deepEqual(items(await call(own.key, 'GET', 'webhook-endpoints')), []);
});

test('every webhook route refuses query parameters that it cannot read', async () => {
  const { key } = await testEnvironment(app);
  const lists = ['webhook-endpoints', 'webhook-deliveries'];
  const queries = [
    ...lists.flatMap((list) =>
      ['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=x', 'limit=1&limit=2'].map(
        (query) => `${list}?${query}`,
      ),
    ),
    ...lists.flatMap((list) => ['cursor=', 'cursor=abc', 'cursor=%00'].map((q) => `${list}?${q}`)),
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
