import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { lockPayerAndLink } from '../src/checkouts/store.ts';
import { storedLink } from './checkouts.ts';
import { openGateway } from './gateway.ts';
import { openMerchant, PAYER } from './merchant.ts';
import { until } from './receiver.ts';

const gateway = await openGateway();
const { app, url } = gateway;
const merchant = await openMerchant(gateway);

test('payers queued on the lock of a payment link do not block API clients', async () => {
  const { id, slug } = await storedLink(app, merchant);
  const headers = { authorization: `Bearer ${merchant.key}` };
  let orders: Promise<Response>[] = [];
  await app.db.begin(async (tx) => {
    // As another node would, taking its time.
    await lockPayerAndLink(tx, randomBytes(32), id);
    orders = Array.from({ length: 30 }, () => {
      const form = { attempt: randomUUID(), amount: '50', document: PAYER };
      const body = new URLSearchParams(form);
      return fetch(`${url}/pay/${slug}`, { method: 'POST', body, redirect: 'manual' });
    });
    await until(async () => {
      const [row] = await tx<{ count: number }>`
        select count(*) as count from pg_locks where locktype = 'advisory' and not granted`;
      return (row?.count ?? 0) > 4;
    });
    const answer = await fetch(`${url}/v1/api/wallets`, { headers });
    assert.equal(answer.status, 200);
  });
  await Promise.all(orders);
});
