import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import { openGateway, openNode } from '../gateway.ts';
import { DEPOSIT, type Merchant, openMerchant, PAYER } from '../merchant.ts';

// A proxy on this machine tells where each payer is.
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

async function openLink(merchant: Merchant): Promise<string> {
  const { status, body, text } = await merchant.call('POST', '/v1/api/payment-links', {
    title: 'Aula',
  });
  assert.equal(status, 201, text);
  return String(body['slug']);
}

let payers = 0;
/** Nobody else's. */
function newAddress(): string {
  payers += 1;
  return `198.51.${String(payers >> 8)}.${String(payers & 255)}`;
}

/** One form sent, on either node. */
async function orderCode(slug: string, forwardedFor = newAddress(), reais = 50) {
  payers += 1;
  const base = payers % 2 === 0 ? gateway.url : node.url;
  const answer = await fetch(`${base}/pay/${slug}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': forwardedFor,
    },
    body: new URLSearchParams({
      attempt: randomUUID(),
      amount: `${String(reais)},00`,
      kind: 'cpf',
      document: PAYER,
    }),
  });
  await answer.body?.cancel();
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
}

const deposit = (merchant: Merchant) =>
  merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': randomUUID() });

/** As if so much time had passed for the account's budgets, ours and the provider's. */
async function pass({ environment: { id } }: Merchant, seconds: number): Promise<void> {
  const { db } = gateway.app;
  await db`update provider_budgets set refilled_at = refilled_at - ${seconds} * interval '1 second'
    where connection = ${id}`;
  await db`update sandbox.budgets set refilled_at = refilled_at - ${seconds} * interval '1 second'
    where partner = ${id}`;
}

test('hammered links get half of the creations, and the API has the other half', async () => {
  const merchant = await openMerchant(gateway);
  // So many that no link's own limit is met.
  const slugs = await Promise.all(Array.from({ length: 12 }, () => openLink(merchant)));
  const startedAt = performance.now();
  const forms = slugs.flatMap((slug) => Array.from({ length: 4 }, () => orderCode(slug)));
  const pages = await Promise.all(forms);
  /** What half of the rate brings while the test runs: a call in eight seconds. */
  const earned = (): number => Math.ceil((performance.now() - startedAt) / 8_000);
  const made = pages.filter(({ status }) => status === 303).length;
  assert.ok(made >= 25 && made <= 25 + earned(), String(made));
  const turnedAway = pages.filter(({ status }) => status !== 303);
  for (const { status, retryAfter } of turnedAway) {
    assert.equal(status, 429);
    assert.ok(retryAfter >= 1 && retryAfter <= 61, String(retryAfter));
  }
  const orders = await Promise.all(Array.from({ length: 20 }, () => deposit(merchant)));
  assert.deepEqual(new Set(orders.map(({ status }) => status)), new Set([201]));

  // Both ask for five minutes more than there is.
  let [paged, ordered] = [0, 0];
  for (let turn = 0; turn < 30; turn += 1) {
    const slug = slugs[turn % slugs.length] ?? '';
    const [page, again, order] = await Promise.all([
      orderCode(slug),
      orderCode(slug),
      deposit(merchant),
    ]);
    paged += [page, again].filter(({ status }) => status === 303).length;
    ordered += order.status === 201 ? 1 : 0;
    await pass(merchant, 10);
  }
  assert.ok(paged >= 30 && paged <= 38 + earned(), String(paged));
  assert.equal(ordered, 30, 'an order was refused though the API used no more than its half');
  assert.deepEqual(refused, []);
});

test('without pages the API has all of it', async () => {
  const merchant = await openMerchant(gateway);
  const orders = await Promise.all(Array.from({ length: 50 }, () => deposit(merchant)));
  assert.deepEqual(new Set(orders.map(({ status }) => status)), new Set([201]));
  assert.deepEqual(refused, []);
});

test('five codes go to one payer’s address, and what payers make up before it counts for nothing', async () => {
  const merchant = await openMerchant(gateway);
  const slug = await openLink(merchant);
  const payer = newAddress();
  for (let reais = 1; reais <= 5; reais += 1) {
    const told = `${newAddress()}, ${payer}`;
    assert.equal((await orderCode(slug, told, 10 + reais)).status, 303);
  }
  const { status, retryAfter } = await orderCode(slug, `${newAddress()}, ${payer}`, 20);
  assert.equal(status, 429);
  assert.ok(retryAfter > 500 && retryAfter <= 600, String(retryAfter));
  // Spelled otherwise, it is the same; somebody else is somebody else.
  assert.equal((await orderCode(slug, `::ffff:${payer}`, 21)).status, 429);
  assert.equal((await orderCode(slug, newAddress(), 22)).status, 303);
  const network = `2001:db8:0:${payers.toString(16)}`;
  for (let reais = 1; reais <= 5; reais += 1) {
    assert.equal((await orderCode(slug, `${network}::${String(reais)}`, 30 + reais)).status, 303);
  }
  assert.equal((await orderCode(slug, `${network}:ffff::1`, 40)).status, 429);
});
