import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { markRevoked } from '../../src/api-keys/store.ts';
import { newId } from '../../src/ids.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';
import { fresh, refusalOf, send } from './requests.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const { url } = gateway;

test('a key has the format of its mode, and its secret part is not stored', async () => {
  for (const mode of ['test', 'live'] as const) {
    const { key } = await openTenant(gateway, mode);
    assert.match(key, new RegExp(`^pt_${mode}_[0-9a-z]{26}_[0-9A-Za-z]{38}$`));
  }
  const stored = await gateway.app.db<{ text: string }>`select k::text as text from api_keys k`;
  assert.ok(stored.every(({ text }) => !/_[0-9A-Za-z]{38}/.test(text)));
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

test('public routes need no key', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal((await send(url, 'GET', path)).status, 200, path);
  }
});

test('another tenant’s id and a malformed id both get 404, on every route that takes an id', async () => {
  const [owner, stranger] = [await openTenant(gateway), await openTenant(gateway)];
  const walletId = await owner.openWallet();
  const dep = String((await owner.post('/v1/api/deposit', DEPOSIT)).body['id']);
  const wdr = String((await owner.post('/v1/api/withdraw', WITHDRAWAL)).body['id']);
  const made = await owner.call('POST', '/v1/api/webhook-endpoints', {
    body: { url: 'http://127.0.0.1:9/' },
  });
  const whe = String(made.body['id']);
  const ping = await owner.call('POST', `/v1/api/webhook-endpoints/${whe}/test`);
  const whd = String(ping.body['id']);
  const routes: readonly (readonly [method: string, path: string, id: string])[] = [
    ['GET', '/v1/api/deposit/ID/status', dep],
    ['GET', '/v1/api/withdraw/ID/status', wdr],
    ['PATCH', '/v1/api/webhook-endpoints/ID', whe],
    ['DELETE', '/v1/api/webhook-endpoints/ID', whe],
    ['POST', '/v1/api/webhook-endpoints/ID/test', whe],
    ['POST', '/v1/api/webhook-deliveries/ID/redeliver', whd],
    ['DELETE', '/v1/api/wallets/ID', walletId],
    ...['pay', 'release', 'med', 'expire', 'fail'].map(
      (name) => ['POST', `/v1/sandbox/deposits/ID/${name}`, dep] as const,
    ),
    ...['fund', 'fail', 'expire'].map(
      (name) => ['POST', `/v1/sandbox/withdrawals/ID/${name}`, wdr] as const,
    ),
  ];
  for (const [method, path, id] of routes) {
    const [kind = ''] = id.split('_');
    const strange = [
      id.toUpperCase(),
      `${kind}_`,
      id.slice(0, -1),
      `${id}0`,
      `${id}%00`,
      newId('evt'),
      '%20',
      'null',
    ];
    for (const other of [...strange, `${kind}_${'8'.repeat(26)}`, `${kind}_${'0'.repeat(26)}`]) {
      const answer = await owner.call(method, path.replace('ID', other));
      assert.equal(refusalOf(answer), '404 not_found', `${method} ${path} ${other}`);
    }
    const answer = await stranger.call(method, path.replace('ID', id));
    assert.equal(refusalOf(answer), '404 not_found', `${method} ${path} of a stranger`);
  }
  const borrowed = await stranger.post('/v1/api/deposit', { ...DEPOSIT, walletId });
  assert.equal(refusalOf(borrowed), '400 no_liquid_address');
});

test('resources of another environment are in no list and no sum', async () => {
  const [owner, stranger] = [await openTenant(gateway), await openTenant(gateway)];
  await owner.openWallet();
  await owner.post('/v1/api/deposit', DEPOSIT);
  const lists = [
    'wallets',
    'transactions',
    'meds',
    'webhook-endpoints',
    'webhook-deliveries',
    'events',
  ];
  for (const list of lists) {
    const { body } = await stranger.call('GET', `/v1/api/${list}`);
    assert.deepEqual(body['data'] ?? body['alerts'], [], list);
  }
  const none = { receivedCents: 0, pendingCents: 0, refundedCents: 0 };
  const { body } = await stranger.call('GET', '/v1/api/balance');
  assert.deepEqual(body, { balances: [], totals: none });
  assert.deepEqual((await stranger.call('GET', '/v1/sandbox/provider')).body, {
    charges: [],
    withdrawals: [],
  });
});

test('two environments may use the same idempotency key', async () => {
  const headers = fresh();
  for (const tenant of [await openTenant(gateway), await openTenant(gateway)]) {
    await tenant.openWallet();
    const answer = await tenant.call('POST', '/v1/api/deposit', { headers, body: DEPOSIT });
    assert.equal(answer.status, 201);
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
