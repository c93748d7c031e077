import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openGateway } from '../../server/test/gateway.ts';
import { type Merchant, openMerchant } from '../../server/test/merchant.ts';
import { openReceiver, type Receiver, until } from '../../server/test/receiver.ts';
import { createPonte, PonteError, type Ponte } from '../src/index.ts';
import { verifyWebhook, type WebhookEvent } from '../src/webhooks.ts';

const gateway = await openGateway({ after });

const ORDER = { amountCents: 5_000, taxId: '12345678909' };

interface Shop {
  readonly merchant: Merchant;
  readonly ponte: Ponte;
}

async function openShop(): Promise<Shop> {
  const merchant = await openMerchant(gateway);
  const options = { baseUrl: gateway.url, apiKey: merchant.key, language: 'en' } as const;
  return { merchant, ponte: createPonte(options) };
}

/** The only delivery of a kind, verified under a scheme. */
async function verified(
  { received }: Receiver,
  kind: string,
  secrets: string | readonly string[],
  scheme: 'standard' | 'plain',
): Promise<WebhookEvent> {
  const [delivery, ...more] = received.filter(({ headers }) => headers['x-webhook-event'] === kind);
  assert.ok(delivery && more.length === 0, kind);
  return verifyWebhook(delivery, secrets, { scheme });
}

test('a deposit is created, paid, awaited and verified by webhook, also during secret rotation', async () => {
  const { ponte } = await openShop();
  const receiver = await openReceiver({ after });
  const endpoint = await ponte.webhooks.endpoints.create({ url: receiver.url });
  const { secret } = await ponte.webhooks.endpoints.rotateSecret(endpoint);
  const deposit = await ponte.deposits.create({ ...ORDER, externalId: 'order-1' });
  assert.equal(deposit.status, 'PENDING');
  await ponte.sandbox.deposits.pay(deposit);
  const final = await ponte.deposits.waitFor(deposit);
  assert.equal(final.status, 'CONFIRMED');
  await until(() => receiver.received.length > 0, 60_000);
  for (const known of [endpoint.secret, secret, [secret, endpoint.secret]]) {
    for (const scheme of ['standard', 'plain'] as const) {
      const event = await verified(receiver, 'deposit.confirmed', known, scheme);
      // The kind decides what the data are.
      if (event.event !== 'deposit.confirmed') assert.fail(event.event);
      assert.equal(event.data.externalId, 'order-1');
    }
  }
});

test('a withdrawal is created, funded and awaited', async () => {
  const { ponte } = await openShop();
  const order = { ...ORDER, pixKeyType: 'EMAIL', pixKey: 'maria@example.com' } as const;
  const withdrawal = await ponte.withdrawals.create(order);
  await ponte.sandbox.withdrawals.fund(withdrawal);
  assert.equal((await ponte.withdrawals.waitFor(withdrawal)).status, 'COMPLETED');
});

test('provider failures and lost answers still give one charge for a single SDK call', async () => {
  const { ponte } = await openShop();
  const [stubborn, lost] = await Promise.all([
    ponte.deposits.create({ ...ORDER, amountCents: 50_002 }),
    ponte.deposits.create({ ...ORDER, amountCents: 50_003 }),
  ]);
  const { charges } = await ponte.sandbox.books();
  const shown = charges.map(({ depositId }) => depositId).filter((id) => id !== null);
  assert.deepEqual(shown.sort(), [stubborn.id, lost.id].sort());
});

test('concurrent orders under one key create one deposit, and none of them fails', async () => {
  const { ponte } = await openShop();
  const options = { idempotencyKey: 'order-7' };
  const made = await Promise.all([1, 2, 3, 4].map(() => ponte.deposits.create(ORDER, options)));
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  const { data } = await ponte.transactions.list().page();
  assert.equal(data.length, 1);
});

test('a declined payer spends the key, and renewKey provides a new one', async () => {
  const { ponte } = await openShop();
  const declined = { ...ORDER, taxId: '00000000001' };
  const options = { idempotencyKey: 'order-9' };
  for (const [order, code] of [
    [declined, 'payer_declined'],
    [ORDER, 'previous_error'],
  ] as const) {
    await assert.rejects(ponte.deposits.create(order, options), (error) => {
      assert.ok(error instanceof PonteError);
      assert.deepEqual([error.code, error.outcome, error.advice], [code, 'none', 'new-key']);
      return true;
    });
  }
  const renewed: string[] = [];
  await ponte.deposits.create(ORDER, { ...options, renewKey: (key) => void renewed.push(key) });
  assert.equal(renewed.length, 1);
});

test('a validation error has field, request id and a message in the chosen language', async () => {
  const { ponte } = await openShop();
  await assert.rejects(ponte.deposits.create({ ...ORDER, amountCents: 1 }), (error) => {
    assert.ok(error instanceof PonteError);
    assert.deepEqual(
      [error.code, error.field, error.status],
      ['invalid_amount', 'amountCents', 400],
    );
    assert.match(error.message, /whole number of cents/);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
    return true;
  });
});

test('pagination returns every row once, whatever the page size', async () => {
  const { ponte } = await openShop();
  const titles = ['one', 'two', 'three'];
  for (const title of titles) await ponte.links.create({ title });
  const seen: string[] = [];
  for await (const { title } of ponte.links.list({ limit: 1 })) seen.push(title);
  assert.deepEqual(seen, titles.toReversed());
  const first = await ponte.links.list({ limit: 2 }).page();
  const { nextCursor } = first;
  assert.ok(nextCursor !== null);
  const second = await ponte.links.list({ limit: 2, cursor: nextCursor }).page();
  assert.deepEqual([first.data.length, second.data.length, second.nextCursor], [2, 1, null]);
  for await (const link of ponte.links.list()) await ponte.links.delete(link);
  assert.deepEqual((await ponte.links.list().page()).data, []);
});

test('transactions, events and reversals can be read to the end', async () => {
  const { ponte } = await openShop();
  const made = await Promise.all([1, 2].map(() => ponte.deposits.create(ORDER)));
  await Promise.all(made.map((deposit) => ponte.sandbox.deposits.pay(deposit)));
  await Promise.all(made.map((deposit) => ponte.deposits.waitFor(deposit)));
  const [deposit] = made;
  assert.ok(deposit);
  await ponte.sandbox.deposits.med(deposit);
  await until(async () => (await ponte.deposits.status(deposit)).status === 'REFUNDED', 60_000);
  const since = new Date(Date.now() - 3_600_000);
  const transactions = [];
  for await (const one of ponte.transactions.list({ limit: 1, from: since }))
    transactions.push(one);
  assert.equal(transactions.length, 2);
  const alerts = [];
  for await (const { depositId, tipo } of ponte.reversals.list()) alerts.push({ depositId, tipo });
  assert.deepEqual(alerts, [{ depositId: deposit.id, tipo: 'med' }]);
  await until(async () => {
    const kinds: string[] = [];
    for await (const { event } of ponte.events.list({ limit: 1 })) kinds.push(event);
    return kinds.length === 3 && kinds.includes('deposit.refunded');
  }, 60_000);
});
