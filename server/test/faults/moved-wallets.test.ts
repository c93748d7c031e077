import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { openGateway } from '../gateway.ts';
import { ADDRESS, DEPOSIT, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway();
const { db } = gateway.app;

test('deleting the wallet of an order in flight, with another made default, does not change the order', async () => {
  const merchant = await openMerchant(gateway);
  const key = randomUUID();
  // The sandbox takes five seconds for this amount.
  const order = { ...DEPOSIT, amountCents: 50_005 };
  const made = merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': key });
  await until(async () => {
    const running = await db`
      select key from idempotency_keys where key = ${key} and state = 'running'`;
    return running.length === 1;
  });
  const other = { liquidAddress: randomTestAddress().address, makeDefault: true };
  const wallet = await merchant.call('POST', '/v1/api/wallets', other);
  assert.equal(wallet.status, 201, wallet.text);
  const gone = await merchant.call('DELETE', `/v1/api/wallets/${merchant.walletId}`);
  assert.equal(gone.status, 204);

  const answer = await made;
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body['walletId'], merchant.walletId);
  const [row] = await db<{ liquidAddress: string }>`
    select liquid_address from deposits where id = ${answer.body['id']}`;
  assert.equal(row?.liquidAddress, ADDRESS.test);
  assert.equal((await merchant.deposit())['walletId'], wallet.body['id']);
});
