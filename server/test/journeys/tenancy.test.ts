import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, openEndpoint, openMerchant, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway();

const KEY = { 'idempotency-key': 'the same in both' };

test('what another environment has is in no list, no sum and no book', async (t) => {
  const [mine, theirs] = await Promise.all([openMerchant(gateway), openMerchant(gateway)]);
  await openEndpoint(theirs, undefined, t);
  await theirs.call('POST', '/v1/api/payment-links', { title: 'Aula' });
  const deposit = String((await theirs.deposit())['id']);
  await theirs.withdraw();
  await theirs.command(`deposits/${deposit}/pay`);
  await theirs.reaches(deposit, 'CONFIRMED');
  await theirs.command(`deposits/${deposit}/med`);
  await theirs.reaches(deposit, 'REFUNDED');

  for (const name of [
    'transactions',
    'meds',
    'payment-links',
    'webhook-endpoints',
    'webhook-deliveries',
    'events',
  ]) {
    const path = `/v1/api/${name}`;
    await until(async () => (await theirs.list(path)).length > 0);
    assert.deepEqual(await mine.list(path), [], path);
  }
  const wallets = await mine.list('/v1/api/wallets');
  assert.deepEqual(
    wallets.map(({ id }) => id),
    [mine.walletId],
  );
  const none = { receivedCents: 0, pendingCents: 0, refundedCents: 0 };
  assert.deepEqual((await mine.call('GET', '/v1/api/balance')).body['totals'], none);
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
