import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { markRevoked } from '../../src/api-keys/store.ts';
import { newId } from '../../src/ids.ts';
import { openGateway } from '../gateway.ts';
import { until } from '../receiver.ts';
import { refusalOf, send } from './requests.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const { url } = gateway;

test('a key has the format of its mode, and its secret part is not stored', async () => {
  for (const mode of ['test', 'live'] as const) {
    const { key } = await openTenant(gateway, mode);
    const [, id, secret = ''] =
      new RegExp(`^pt_${mode}_([0-9a-z]{26})_([0-9A-Za-z]{38})$`).exec(key) ?? [];
    const [stored] = await gateway.app.db<{ text: string }>`
      select k::text as text from api_keys k where id = ${`key_${String(id)}`}`;
    assert.ok(stored, key);
    for (const form of [secret, Buffer.from(secret).toString('hex')]) {
      assert.ok(!stored.text.includes(form));
    }
  }
});

test('a key is accepted only as Authorization: Bearer, with the scheme in any case', async () => {
  const { key } = await openTenant(gateway);
  const status = async (authorization: string, path = '/v1/api/fees'): Promise<number> =>
    (await send(url, 'GET', path, { headers: { authorization } })).status;
  for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`]) {
    assert.equal(await status(header), 200);
  }
  const basic = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const other = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const wrong = [
    key,
    `Token ${key}`,
    basic,
    'Bearer',
    'Bearer ',
    `Bearer ${other}`,
    `Bearer ${key} x`,
  ];
  for (const header of [...wrong, `Bearer ${key.toUpperCase()}`, `Bearer ${'x'.repeat(5_000)}`]) {
    const answer = await send(url, 'GET', '/v1/api/fees', { headers: { authorization: header } });
    assert.equal(refusalOf(answer), '401 unauthorized', header.slice(0, 12));
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
  }
  assert.equal(await status('', `/v1/api/fees?api_key=${key}`), 401);
});

test('a key with a known id and another key’s secret is refused', async () => {
  const [one, other] = [await openTenant(gateway), await openTenant(gateway)];
  const id = one.key.split('_')[2] ?? '';
  const forged = other.key.replace(/_[0-9a-z]{26}_/, `_${id}_`);
  assert.equal(
    refusalOf(await send(url, 'GET', '/v1/api/fees', { key: forged })),
    '401 unauthorized',
  );
});

test('a revoked key is refused within two seconds; other keys of its account keep working', async () => {
  const tenant = await openTenant(gateway);
  const other = await tenant.keyWith(['read:balance']);
  assert.equal((await tenant.call('GET', '/v1/api/fees')).status, 200);
  assert.ok(await markRevoked(gateway.app.db, `key_${tenant.key.split('_')[2] ?? ''}`));
  await until(async () => (await tenant.call('GET', '/v1/api/fees')).status === 401, 2_000);
  assert.equal((await send(url, 'GET', '/v1/api/fees', { key: other })).status, 200);
});

test('an expired key is refused', async () => {
  const { accountId } = await openTenant(gateway);
  const { db } = gateway.app;
  const order = {
    accountId,
    mode: 'test',
    scopes: SCOPES,
    name: 'short',
    expiresInDays: 1,
  } as const;
  const { id, key } = await createKey(db, order);
  assert.equal((await send(url, 'GET', '/v1/api/fees', { key })).status, 200);
  await db`update api_keys set expires_at = now() where id = ${id}`;
  await until(async () => (await send(url, 'GET', '/v1/api/fees', { key })).status === 401, 2_000);
});

test('the routes for monitoring need no key, and no cache may store what they answer', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const { status, headers } = await send(url, 'GET', path);
    assert.equal(status, 200, path);
    assert.equal(headers['cache-control'], 'no-store', path);
  }
});

test('a live key gets 404 from the sandbox, whatever its scopes and request', async () => {
  const tenant = await openTenant(gateway, 'live');
  const key = await tenant.keyWith([]);
  const commands = [`deposits/${newId('dep')}/pay`, `withdrawals/${newId('wdr')}/fund`, 'webhooks'];
  for (const command of commands) {
    for (const request of [{}, { key }, { body: '{' }]) {
      const answer = await tenant.call('POST', `/v1/sandbox/${command}`, request);
      assert.equal(refusalOf(answer), '404 not_found', command);
    }
  }
  assert.equal(refusalOf(await tenant.call('GET', '/v1/sandbox/provider')), '404 not_found');
});
