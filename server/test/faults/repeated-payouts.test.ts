import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { openMerchant, WITHDRAWAL } from '../merchant.ts';

const gateway = await openGateway(undefined, { worker: false });

test('one payment under two keys is two withdrawals with their own addresses, under one key one', async () => {
  const merchant = await openMerchant(gateway);
  const order = (key: string) =>
    merchant.call('POST', '/v1/api/withdraw', WITHDRAWAL, { 'idempotency-key': key });
  const [one, other] = [randomUUID(), randomUUID()];
  const answers = await Promise.all([order(one), order(other)]);
  const again = await Promise.all([order(one), order(other)]);
  assert.deepEqual(
    again.map(({ text }) => text),
    answers.map(({ text }) => text),
  );
  const addresses = new Set(answers.map(({ body }) => body['depositAddress']));
  assert.equal(addresses.size, 2);
  // Both are listed, so that somebody who sent one too many finds it.
  const listed = await merchant.list('/v1/api/transactions?type=withdrawal');
  assert.equal(listed.length, 2);
});
