import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, type Merchant, openMerchant, WITHDRAWAL } from '../merchant.ts';

const gateway = await openGateway();

async function countCharges(merchant: Merchant): Promise<[charges: number, payouts: number]> {
  const { charges, withdrawals } = await merchant.books();
  assert.ok(charges.every(({ depositId }) => depositId !== null));
  return [charges.length, withdrawals.length];
}

test('fifty identical concurrent HTTP requests yield one charge and one response', async () => {
  const merchant = await openMerchant(gateway);
  for (const [path, order] of [
    ['deposit', DEPOSIT],
    ['withdraw', WITHDRAWAL],
  ] as const) {
    const key = { 'idempotency-key': path };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => merchant.call('POST', `/v1/api/${path}`, order, key)),
    );
    const created = answers.filter(({ status }) => status === 201);
    assert.equal(new Set(created.map(({ text }) => text)).size, 1);
    const first = created.filter(({ headers }) => !headers.has('idempotent-replayed'));
    assert.equal(first.length, 1);
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual([status, body['error']], [409, 'in_progress']);
    }
  }
  assert.deepEqual(await countCharges(merchant), [1, 1]);
});

test('forty keys with ten requests each and lost responses yield forty charges if nonces are honoured', async () => {
  const merchant = await openMerchant(gateway);
  const { id } = merchant.environment;
  await gateway.sandbox.call('PUT', id, '/switches', { generation: 'legacy' });
  const order = { ...DEPOSIT, amountCents: 50_003 };
  const keys = Array.from({ length: 40 }, (_, index) => `key ${String(index)}`);
  await Promise.all(
    keys.map(async (key) => {
      const ask = () => merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': key });
      const lost = await Promise.all(Array.from({ length: 10 }, ask));
      assert.ok(lost.some(({ status }) => status === 502));
      const { status, headers, text } = await ask();
      assert.equal(status, 201, text);
      // One of the ten that arrived after the loss may have taken it up already.
      if (headers.has('idempotent-replayed')) assert.ok(lost.some((one) => one.text === text));
    }),
  );
  assert.deepEqual(await countCharges(merchant), [40, 0]);
});
