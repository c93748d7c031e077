import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';
import { refusalOf, rowsOf } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway();

async function ids(tenant: Tenant, path: string): Promise<unknown[]> {
  return rowsOf(await tenant.call('GET', path)).map(({ id }) => id);
}

test('transactions list deposits and withdrawals together, and can be filtered by each filter', async () => {
  const tenant = await openTenant(gateway);
  const walletId = await tenant.openWallet();
  const create = async (path: '/v1/api/deposit' | '/v1/api/withdraw', order: object) =>
    String((await tenant.post(path, order)).body['id']);
  const one = await create('/v1/api/deposit', { ...DEPOSIT, externalId: 'order 1' });
  const two = await create('/v1/api/withdraw', { ...WITHDRAWAL, externalId: 'order 2' });
  const three = await create('/v1/api/deposit', DEPOSIT);
  await tenant.call('POST', `/v1/sandbox/deposits/${three}/pay`);
  const found = (query: string): Promise<unknown[]> => ids(tenant, `/v1/api/transactions?${query}`);
  await until(async () => (await found('status=CONFIRMED')).length === 1);
  assert.deepEqual(await found(''), [three, two, one]);
  assert.deepEqual(await found('type=deposit'), [three, one]);
  assert.deepEqual(await found('type=withdrawal'), [two]);
  assert.deepEqual(await found('status=PENDING'), [two, one]);
  assert.deepEqual(await found('status=PENDING&type=deposit'), [one]);
  assert.deepEqual(await found('status=EXPIRED'), []);
  assert.deepEqual(await found(`walletId=${walletId}`), [three, one]);
  assert.deepEqual(await found('walletId=wal_x'), []);
  assert.deepEqual(await found('paymentLinkId=lnk_x'), []);
  assert.deepEqual(await found('externalId=order%201'), [one]);
  assert.deepEqual(await found('externalId=order%202&type=withdrawal'), [two]);
  const rows = rowsOf(await tenant.call('GET', '/v1/api/transactions'));
  const [, second] = rows.map(({ createdAt }) => String(createdAt));
  assert.ok(second);
  // `from` is inclusive, `to` exclusive.
  assert.deepEqual(await found(`from=${second}`), [three, two]);
  assert.deepEqual(await found(`to=${second}`), [one]);
  assert.deepEqual(await found(`from=${second}&to=${second}`), []);
  // Later than the row by less than its stored precision.
  const later = second.replace('Z', '001Z');
  assert.deepEqual(await found(`from=${later}`), [three]);
  assert.deepEqual(await found(`to=${later}`), [two, one]);
  const shifted = `${new Date(Date.parse(second) - 3 * 3_600_000).toISOString().slice(0, -1)}-03:00`;
  assert.deepEqual(await found(`from=${shifted}`), [three, two]);
});

test('invalid filter values of transactions are refused', async () => {
  const tenant = await openTenant(gateway);
  const times = [
    '2026-01-01',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '1767225600000',
    'now',
    '',
    '2026-01-01T00:00:00+99:99',
  ];
  const queries = times.flatMap((time) => [
    `from=${encodeURIComponent(time)}`,
    `to=${encodeURIComponent(time)}`,
  ]);
  const words = [
    'type=deposits',
    'type=',
    'status=pending',
    'status=',
    'walletId=',
    'externalId=',
    `externalId=${'x'.repeat(129)}`,
  ];
  for (const query of [...queries, ...words, 'type=deposit&type=withdrawal']) {
    const answer = await tenant.call('GET', `/v1/api/transactions?${query}`);
    assert.equal(refusalOf(answer), '400 invalid_request', query);
  }
  for (const time of [
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.123456789-03:00',
    '2024-02-29t00:00:00z',
  ]) {
    const answer = await tenant.call(
      'GET',
      `/v1/api/transactions?from=${encodeURIComponent(time)}`,
    );
    assert.deepEqual(rowsOf(answer), [], time);
  }
});

test('a deleted wallet still counts in the totals of the balance, and is not listed there', async () => {
  const tenant = await openTenant(gateway);
  const walletId = await tenant.openWallet();
  const id = String((await tenant.post('/v1/api/deposit', DEPOSIT)).body['id']);
  await tenant.call('DELETE', `/v1/api/wallets/${walletId}`);
  const balance = async () => (await tenant.call('GET', '/v1/api/balance')).body;
  const open = { receivedCents: 0, pendingCents: 5_000, refundedCents: 0 };
  assert.deepEqual(await balance(), { balances: [], totals: open });
  await tenant.call('POST', `/v1/sandbox/deposits/${id}/pay`);
  const paid = { receivedCents: 5_000, pendingCents: 0, refundedCents: 0 };
  await until(async () => isDeepStrictEqual((await balance())['totals'], paid));
});
