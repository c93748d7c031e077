import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from '../../test/api.ts';
import { testEnvironment } from '../../test/app.ts';
import { openWebhookRoutes, URL_HERE } from '../../test/webhooks.ts';
import { EVENT_KINDS } from './event.ts';

const { app, call, refusal, register } = await openWebhookRoutes();

test('registering returns 201 with the secret, which no later response contains', async () => {
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
  assert.deepEqual(itemsOf(listed), [{ id, createdAt, updatedAt, ...rest }]);
  const [row] = await app.db<{ secret: string }>`
    select secret from webhook_endpoints where id = ${id}`;
  assert.match(String(row?.secret), /^v1:k1:/);
});

test('invalid fields are refused with the error code of the field', async () => {
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
    [{ url: URL_HERE, description: '\u001b[31ma' }, 'invalid_request'],
    [{ url: URL_HERE, description: 'a\u202eb' }, 'invalid_request'],
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

test('a live endpoint must use https and no private address', async () => {
  const { key } = await testEnvironment(app, 'live');
  for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://localhost/']) {
    assert.equal(await refusal(key, 'POST', 'webhook-endpoints', { url }), '400 invalid_url', url);
  }
  const body = { url: 'https://nowhere.invalid/hook' };
  assert.equal((await call(key, 'POST', 'webhook-endpoints', body)).status, 201);
});

test('of 40 concurrent registrations 20 succeed, and a deletion makes room', async () => {
  const { key } = await testEnvironment(app);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => call(key, 'POST', 'webhook-endpoints', { url: URL_HERE })),
  );
  const codes = answers.map(({ status, body }) => `${String(status)} ${String(body['error'])}`);
  assert.equal(codes.filter((code) => code === '201 undefined').length, 20);
  assert.equal(codes.filter((code) => code === '409 too_many_endpoints').length, 20);
  const [first] = itemsOf(await call(key, 'GET', 'webhook-endpoints?limit=1'));
  await call(key, 'DELETE', `webhook-endpoints/${String(first?.['id'])}`);
  assert.match(String((await register(key))['id']), /^whe_/);
});
