import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openGateway, openNode } from '../gateway.ts';
import { DEPOSIT, type Merchant, openMerchant, STRANGER } from '../merchant.ts';
import {
  BEHIND_PROXY,
  chargesOf,
  formsIn,
  newTry,
  openLink,
  openPayer,
  randomAddress,
  redirectOf,
} from '../payer.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY });
const node = await openNode(gateway);
const { db } = gateway.app;

async function depositsOf({ environment }: Merchant): Promise<Record<string, unknown>[]> {
  return db`
    select id, payment_link_id, pass_fees_to_payer, amount_cents, total_cents, status from deposits
    where environment_id = ${environment.id} order by created_at`;
}

/** The same payer many times, half of them at another node. */
function phonesOfOne(): ReturnType<typeof openPayer>[] {
  const address = randomAddress();
  return Array.from({ length: 8 }, (_, i) => openPayer(i % 2 ? gateway : node, address));
}

describe('one code is created', () => {
  test('for concurrent forms with one attempt id', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const attempt = newTry();
    const pages = await Promise.all(phonesOfOne().map((phone) => phone.order(link, { attempt })));
    assert.equal(new Set(pages.map(redirectOf)).size, 1);
    assert.equal(await chargesOf(merchant), 1);
    assert.equal((await depositsOf(merchant)).length, 1);
  });

  test('for concurrent forms of one payer with different attempt ids', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const pages = await Promise.all(phonesOfOne().map((phone) => phone.order(link)));
    assert.equal(new Set(pages.map(redirectOf)).size, 1);
    assert.equal(await chargesOf(merchant), 1);
    assert.equal((await depositsOf(merchant)).length, 1);
  });

  test('for a resent form and a reloaded page', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const payer = openPayer(gateway);
    const attempt = newTry();
    const path = await payer.orders(link, { attempt });
    assert.equal(await payer.orders(link, { attempt }), path);
    assert.equal((await payer.ask(path)).state, 'waiting');
    assert.equal((await payer.ask(path)).state, 'waiting');
    assert.equal(await chargesOf(merchant), 1);
  });

  test('for each other payer, device, link or amount', async () => {
    const merchant = await openMerchant(gateway);
    const [link, open] = [
      await openLink(merchant),
      await openLink(merchant, { amountCents: undefined }),
    ];
    const payer = openPayer(gateway);
    const attempt = newTry();
    const paths = [
      await payer.orders(link, { attempt }),
      // Another person on the same phone, or the same page forwarded to somebody.
      await payer.orders(link, { attempt, document: STRANGER }),
      await openPayer(gateway).orders(link),
      await payer.orders(open, { attempt, amount: '50,00' }),
      await payer.orders(open, { attempt, amount: '51,00' }),
    ];
    assert.equal(new Set(paths).size, 5);
    assert.equal(await chargesOf(merchant), 5);
  });
});

test('repeated presses of the button for a new code create one code', async () => {
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant);
  const payer = openPayer(gateway);
  const path = await payer.orders(link);
  await payer.ask(`${path}/simulate`, { action: 'expire' });
  await until(async () => (await payer.ask(path)).state === 'expired');
  const again = await Promise.all([payer.ask(path, ''), payer.ask(path, ''), payer.ask(path, '')]);
  const [next, ...others] = [...new Set(again.map(redirectOf))];
  assert.deepEqual(others, []);
  assert.notEqual(next, path);
  assert.equal((await payer.ask(String(next))).state, 'waiting');
  assert.equal(await chargesOf(merchant), 2);
  // Later, too, the old page leads to the code that followed it.
  assert.equal(redirectOf(await payer.ask(path, '')), next);
});

test('a payer gets from the form to the receipt without a script', async () => {
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant, { amountCents: undefined, title: 'Rifa' });
  const payer = openPayer(gateway);
  const page = await payer.ask(`/pay/${link.slug}`);
  assert.equal(page.status, 200);
  const form = formsIn(page).find(({ fields }) => 'attempt' in fields);
  assert.ok(form, page.text);
  assert.deepEqual(
    Object.keys(form.fields)
      .filter((name) => name !== '')
      .sort(),
    ['amount', 'attempt', 'document', 'kind'],
  );
  const said = { ...form.fields, amount: 'R$ 1.234,56', document: '123.456.789-09' };
  const path = redirectOf(await payer.ask(form.action, said));
  const waiting = await payer.ask(path);
  assert.equal(waiting.state, 'waiting');
  assert.match(waiting.text, /<noscript><meta http-equiv="refresh" content="10"/);
  assert.match(waiting.text, /id="code"/);
  const pay = formsIn(waiting).find(({ action }) => action.includes('/simulate'));
  assert.ok(pay, 'the panel that plays the payer');
  assert.equal(
    redirectOf(await payer.ask(pay.action, { action: 'pay' })).split('?')[0],
    path.split('?')[0],
  );
  await until(async () => (await payer.ask(path)).state === 'confirmed');
  const receipt = await payer.ask(`${path.split('?')[0] ?? ''}/receipt`);
  assert.equal(receipt.status, 200);
  assert.match(receipt.text, /1\.234,56/);
  assert.doesNotMatch(receipt.text, /12345678909|123\.456\.789-09/);
});

test('the shop pays the fee, and the payment counts for its link', async () => {
  const merchant = await openMerchant(gateway);
  const link = await openLink(merchant);
  const payer = openPayer(gateway);
  const path = await payer.orders(link);
  const [deposit] = await depositsOf(merchant);
  assert.deepEqual(
    [deposit?.['paymentLinkId'], deposit?.['passFeesToPayer'], deposit?.['totalCents']],
    [link.id, false, 5_000],
  );
  await payer.ask(`${path}/simulate`, { action: 'pay' });
  const { netCents } = await merchant.reaches(String(deposit?.['id']), 'CONFIRMED');
  const links = await merchant.list('/v1/api/payment-links');
  const { paymentsCount, receivedCents } = links.find(({ id }) => id === link.id) ?? {};
  assert.deepEqual([paymentsCount, receivedCents], [1, netCents]);
});

test('a payer page opens only under its own link', async () => {
  const merchant = await openMerchant(gateway);
  const [one, other] = [await openLink(merchant), await openLink(await openMerchant(gateway))];
  const payer = openPayer(gateway);
  const token = (await payer.orders(one)).split('/')[3] ?? '';
  for (const slug of [other.slug, (await openLink(merchant)).slug, one.slug.toUpperCase()]) {
    for (const rest of ['', '/receipt']) {
      assert.equal((await payer.ask(`/pay/${slug}/${token}${rest}`)).status, 404);
    }
    assert.equal((await payer.ask(`/pay/${slug}/${token}`, '')).status, 404);
    assert.equal((await payer.ask(`/pay/${slug}/${token}/simulate`, 'action=pay')).status, 404);
  }
  assert.equal((await payer.ask(`/pay/${one.slug}/${token.toLowerCase()}`)).status, 404);
});

test('a deposit created by the API has no payer page', async () => {
  const merchant = await openMerchant(gateway);
  const { id } = await merchant.deposit(DEPOSIT);
  const rows = await db`select token from checkouts where deposit_id = ${String(id)}`;
  assert.deepEqual(rows, []);
});
