import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import { passBudgets } from '../budgets.ts';
import { openGateway, openNode } from '../gateway.ts';
import { admitted, DEPOSIT, type Merchant, openMerchant } from '../merchant.ts';
import { type Link, openLink, openPayer, randomAddress } from '../payer.ts';

// A proxy on this machine reports each payer's address.
const env = { PONTE_SANDBOX_STRICT: 'true', PONTE_TRUSTED_PROXIES: 'loopback' };
const gateway = await openGateway(undefined, { env, worker: false });
const node = await openNode(gateway);

/** What the provider had to refuse. */
const refused: string[] = [];
for (const { log } of [gateway.app, node.app]) {
  mock.method(log, 'warn', (line: Record<string, unknown>) => {
    if (typeof line['provider'] === 'string') refused.push(line['provider']);
  });
}

const ANY_AMOUNT = { amountCents: undefined };

let sent = 0;

/** Sends one form, on either node. */
async function orderCode(link: Link, forwardedFor = randomAddress(), reais = 50) {
  sent += 1;
  const payer = openPayer(sent % 2 === 0 ? gateway : node, forwardedFor);
  const order = { amount: `${String(reais)},00` };
  const { status, headers } = await admitted(() => payer.order(link, order));
  return { status, retryAfter: Number(headers.get('retry-after')) };
}

const deposit = (merchant: Merchant) =>
  merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': randomUUID() });

test('overloaded payment links get half of the provider’s budget, and the API keeps the other half', async () => {
  const merchant = await openMerchant(gateway);
  // So many that no link's own limit is reached.
  const links = await Promise.all(Array.from({ length: 12 }, () => openLink(merchant, ANY_AMOUNT)));
  const startedAt = performance.now();
  const forms = links.flatMap((link) => Array.from({ length: 4 }, () => orderCode(link)));
  const pages = await Promise.all(forms);
  /** What half of the rate earns while the test runs: a call in eight seconds. */
  const earned = (): number => Math.ceil((performance.now() - startedAt) / 8_000);
  const made = pages.filter(({ status }) => status === 303).length;
  assert.ok(made >= 25 && made <= 25 + earned(), String(made));
  const turnedAway = pages.filter(({ status }) => status !== 303);
  for (const { status, retryAfter } of turnedAway) {
    assert.equal(status, 429);
    assert.ok(retryAfter >= 1 && retryAfter <= 61, String(retryAfter));
  }
  const deposits = await Promise.all(Array.from({ length: 20 }, () => deposit(merchant)));
  assert.deepEqual(new Set(deposits.map(({ status }) => status)), new Set([201]));

  // Both ask for more than there is, each turn for what comes back in eight seconds.
  let [paged, ordered] = [0, 0];
  for (let turn = 0; turn < 30; turn += 1) {
    const link = links[turn % links.length];
    assert.ok(link);
    const [page, again, order] = await Promise.all([
      orderCode(link),
      orderCode(link),
      deposit(merchant),
    ]);
    paged += [page, again].filter(({ status }) => status === 303).length;
    ordered += order.status === 201 ? 1 : 0;
    await passBudgets(gateway.app, merchant, 8);
  }
  assert.ok(paged >= 28 && paged <= 30 + earned(), String(paged));
  assert.equal(ordered, 30, 'an order was refused though the API used no more than its half');
  assert.deepEqual(refused, []);
});

test('without payment pages the API has the whole budget', async () => {
  const merchant = await openMerchant(gateway);
  const orders = await Promise.all(Array.from({ length: 50 }, () => deposit(merchant)));
  assert.deepEqual(new Set(orders.map(({ status }) => status)), new Set([201]));
  assert.deepEqual(refused, []);
});

test('one payer’s address gets five codes, and forged X-Forwarded-For entries do not matter', async () => {
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant, ANY_AMOUNT);
  const payer = randomAddress();
  for (let reais = 1; reais <= 5; reais += 1) {
    const told = `${randomAddress()}, ${payer}`;
    assert.equal((await orderCode(link, told, 10 + reais)).status, 303);
  }
  const { status, retryAfter } = await orderCode(link, `${randomAddress()}, ${payer}`, 20);
  assert.equal(status, 429);
  assert.ok(retryAfter > 500 && retryAfter <= 600, String(retryAfter));
  // Written differently it is the same address; somebody else has a different one.
  assert.equal((await orderCode(link, `::ffff:${payer}`, 21)).status, 429);
  assert.equal((await orderCode(link, randomAddress(), 22)).status, 303);
  const network = `2001:db8:0:${randomBytes(2).toString('hex')}`;
  for (let reais = 1; reais <= 5; reais += 1) {
    assert.equal((await orderCode(link, `${network}::${String(reais)}`, 30 + reais)).status, 303);
  }
  assert.equal((await orderCode(link, `${network}:ffff::1`, 40)).status, 429);
});
