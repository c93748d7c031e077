import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShops } from '../../test/shop.ts';
import { throttled, unknownOutcome } from '../provider/port.ts';

const { open } = await openShops();

test('a payout that was created but cannot be read yet is not created again by a retry', async () => {
  const shop = await open();
  const { readPayout } = shop.provider;
  shop.provider.readPayout = () => Promise.reject(unknownOutcome());
  assert.equal((await shop.withdraw('k')).error, 'provider_error');
  shop.provider.readPayout = () => Promise.reject(throttled(7));
  const busy = await shop.withdraw('k');
  assert.deepEqual([busy.error, busy.headers['retry-after']], ['rate_limited', '7']);
  assert.equal((await shop.withdraw('k', { amountCents: 300 })).error, 'idempotency_mismatch');
  shop.provider.readPayout = readPayout;
  assert.equal((await shop.withdraw('k')).status, 201);
  assert.equal(shop.calls.payouts, 1);
});
