import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, openEndpoint, openMerchant, WITHDRAWAL } from '../merchant.ts';

const gateway = await openGateway();

const KEY = { 'idempotency-key': 'the same in both' };

test('two environments never see or change each other’s rows', async (t) => {
  const [mine, theirs] = await Promise.all([openMerchant(gateway), openMerchant(gateway)]);
  await openEndpoint(theirs, undefined, t);
  const deposit = String((await theirs.deposit())['id']);
  const withdrawal = String((await theirs.withdraw())['id']);
  await theirs.command(`deposits/${deposit}/pay`);
  await theirs.command(`withdrawals/${withdrawal}/fund`);
  await theirs.reaches(deposit, 'CONFIRMED');
  await theirs.reaches(withdrawal, 'COMPLETED');
  await theirs.command(`deposits/${deposit}/med`);
  await theirs.reaches(deposit, 'REFUNDED');

  const [endpoint] = await theirs.list('/v1/api/webhook-endpoints');
  const endpointId = String(endpoint?.['id']);
  const before = await lists(theirs);
  for (const [method, path] of [
    ['GET', `/v1/api/deposit/${deposit}/status`],
    ['GET', `/v1/api/withdraw/${withdrawal}/status`],
    ['DELETE', `/v1/api/wallets/${theirs.walletId}`],
    ['DELETE', `/v1/api/webhook-endpoints/${endpointId}`],
    ['POST', `/v1/api/webhook-endpoints/${endpointId}/test`],
    ['POST', `/v1/sandbox/deposits/${deposit}/pay`],
    ['POST', `/v1/sandbox/deposits/${deposit}/med`],
    ['POST', `/v1/sandbox/withdrawals/${withdrawal}/fund`],
    ['POST', `/v1/sandbox/withdrawals/${withdrawal}/expire`],
  ] as const) {
    const { status, body } = await mine.call(method, path);
    assert.deepEqual([status, body['error']], [404, 'not_found'], `${method} ${path}`);
  }
  const order = { ...DEPOSIT, walletId: theirs.walletId };
  const { status, body } = await mine.call('POST', '/v1/api/deposit', order, KEY);
  assert.deepEqual([status, body['error']], [400, 'no_liquid_address']);

  for (const [path, rows] of Object.entries(await lists(mine))) {
    assert.deepEqual(rows.length, path === '/v1/api/wallets' ? 1 : 0, path);
  }
  assert.deepEqual(await lists(theirs), before);
  const books = await mine.call('GET', '/v1/sandbox/provider');
  assert.deepEqual(books.body, { charges: [], withdrawals: [] });
});

test('one idempotency key names one operation in each environment', async () => {
  const [mine, theirs] = await Promise.all([openMerchant(gateway), openMerchant(gateway)]);
  const [one, other] = await Promise.all([
    mine.call('POST', '/v1/api/deposit', DEPOSIT, KEY),
    theirs.call('POST', '/v1/api/withdraw', WITHDRAWAL, KEY),
  ]);
  assert.deepEqual([one.status, other.status], [201, 201]);
  const crossed = await mine.call('POST', '/v1/api/withdraw', WITHDRAWAL, KEY);
  assert.deepEqual([crossed.status, crossed.body['error']], [409, 'idempotency_mismatch']);
});

test('a live key gets 404 from every sandbox route', async () => {
  const live = await openMerchant(gateway, 'live');
  for (const [method, path] of [
    ['GET', 'provider'],
    ['POST', 'webhooks'],
    ['POST', 'deposits/dep_01jd0000000000000000000000/pay'],
    ['POST', 'deposits/dep_01jd0000000000000000000000/expire'],
    ['POST', 'withdrawals/wdr_01jd0000000000000000000000/fund'],
    ['POST', 'withdrawals/wdr_01jd0000000000000000000000/fail'],
  ] as const) {
    const { status, body } = await live.call(method, `/v1/sandbox/${path}`);
    assert.deepEqual([status, body['error']], [404, 'not_found'], path);
  }
});

test('without a live provider every live order gets 503, before its fields, and uses up no key', async () => {
  const live = await openMerchant(gateway, 'live');
  for (const [path, order] of [
    ['deposit', DEPOSIT],
    ['deposit', { amountCents: 'many' }],
    ['withdraw', WITHDRAWAL],
  ] as const) {
    const { status, body } = await live.call('POST', `/v1/api/${path}`, order, KEY);
    assert.deepEqual([status, body['error']], [503, 'not_configured']);
  }
  const rows = await gateway.app.db`
    select key from idempotency_keys where environment_id = ${live.environment.id}`;
  assert.deepEqual(rows, []);
});

async function lists(merchant: Awaited<ReturnType<typeof openMerchant>>) {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const path of [
    '/v1/api/wallets',
    '/v1/api/transactions',
    '/v1/api/meds',
    '/v1/api/webhook-endpoints',
    '/v1/api/events',
  ]) {
    found[path] = await merchant.list(path);
  }
  return found;
}
