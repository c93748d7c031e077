import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openGateway, openNode } from '../gateway.ts';
import { admitted, openMerchant } from '../merchant.ts';
import {
  BEHIND_PROXY,
  chargesOf,
  formsIn,
  openLink,
  openPayer,
  type Page,
  type Payer,
  randomAddress,
} from '../payer.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY });
const node = await openNode(gateway);

const OPEN = { amountCents: undefined };

function countOf(pages: readonly Page[], status: number): number {
  return pages.filter((page) => page.status === status).length;
}

describe('the number of unpaid codes', () => {
  test('is limited to five per address in ten minutes, also for concurrent orders', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant, OPEN);
    const address = randomAddress();
    const phones = [openPayer(gateway, address), openPayer(node, address)];
    const orderAs = (payer: Payer, i: number) =>
      admitted(() => payer.order(link, { amount: `${String(20 + i)},00` }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        phones.map((phone, at) => orderAs(phone, 2 * i + at)),
      ).flat(),
    );
    assert.deepEqual([countOf(answers, 303), countOf(answers, 429)], [5, 35]);
    assert.equal(await chargesOf(merchant), 5);
    const refused = answers.find(({ status }) => status === 429);
    const wait = Number(refused?.headers.get('retry-after'));
    assert.ok(wait > 590 && wait <= 600, String(wait));
    // Nothing is lost: the same try can be sent again.
    const [form] = formsIn(refused ?? { text: '' });
    assert.match(String(form?.fields['amount']), /^\d\d,00$/);
    assert.equal(form?.fields['document'], '12345678909');
    assert.match(String(form.fields['attempt']), /^[0-9a-f]{24}$/);
    // Others are served, and so is the API.
    assert.equal((await openPayer(gateway).order(link, { amount: '50' })).status, 303);
    assert.equal((await merchant.deposit())['status'], 'PENDING');
  });

  test('falls when one is paid, expired, canceled or under review', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant, OPEN);
    const payer = openPayer(gateway);
    const paths: string[] = [];
    for (const amount of ['21', '22', '23', '24', '25']) {
      paths.push(await payer.orders(link, { amount }));
    }
    assert.equal((await payer.order(link, { amount: '26' })).status, 429);
    // An existing unpaid code is still shown again.
    assert.equal(await payer.orders(link, { amount: '21' }), paths[0]);
    const ends = { pay: 'confirmed', expire: 'expired', fail: 'canceled', review: 'review' };
    for (const [i, [action, state]] of Object.entries(ends).entries()) {
      const path = paths[i] ?? '';
      await payer.ask(`${path}/simulate`, { action });
      await until(async () => (await payer.ask(path)).state === state);
      await payer.orders(link, { amount: String(30 + i) });
      assert.equal((await payer.order(link, { amount: '40' })).status, 429, action);
    }
  });

  test('is limited to thirty per link in a minute, from any number of addresses', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, i) => openPayer(i % 2 ? gateway : node).order(link)),
    );
    assert.deepEqual([countOf(pages, 303), countOf(pages, 429)], [30, 10]);
    assert.equal(await chargesOf(merchant), 30);
    const wait = Number(pages.find(({ status }) => status === 429)?.headers.get('retry-after'));
    assert.ok(wait > 30 && wait <= 60, String(wait));
    // Another link of the same shop has its own places, and so has the API.
    assert.equal((await openPayer(gateway).order(await openLink(merchant))).status, 303);
    assert.equal((await merchant.deposit())['status'], 'PENDING');
  });
});

test('the button for a new code is subject to the same limit', async () => {
  const link = await openLink(await openMerchant(gateway), OPEN);
  const payer = openPayer(gateway);
  const path = await payer.orders(link, { amount: '20' });
  await payer.ask(`${path}/simulate`, { action: 'expire' });
  await until(async () => (await payer.ask(path)).state === 'expired');
  const paths: string[] = [];
  for (const amount of ['21', '22', '23', '24', '25']) {
    paths.push(await payer.orders(link, { amount }));
  }
  const refused = await payer.ask(path, '');
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 500);
  await payer.ask(`${paths[0] ?? ''}/simulate`, { action: 'pay' });
  await until(async () => (await payer.ask(paths[0] ?? '')).state === 'confirmed');
  assert.equal((await payer.ask(path, '')).status, 303);
});

describe('the request rate of an address', () => {
  test('allows a burst of forty forms, and then answers 429 with a page and Retry-After', async () => {
    const payer = openPayer(gateway);
    const pages = await Promise.all(
      Array.from({ length: 100 }, () => payer.ask('/pay/bcdfghjkmnpqrs', 'document=1')),
    );
    assert.ok(countOf(pages, 404) >= 40);
    const refused = pages.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length <= 60);
    for (const { headers, text } of refused) {
      assert.equal(headers.get('retry-after'), '1');
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(text, /<h1/);
    }
    // Views are cheaper, and counted separately; other addresses are not affected.
    assert.equal((await payer.ask('/pay/bcdfghjkmnpqrs')).status, 404);
    assert.equal((await openPayer(gateway).ask('/pay/bcdfghjkmnpqrs', 'a=b')).status, 404);
  });

  test('is shared by an IPv6 network', async () => {
    const phones = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'].map((ip) => openPayer(gateway, ip));
    const pages = await Promise.all(
      Array.from({ length: 100 }, (_, i) => phones[i % 2]?.ask('/pay/bcdfghjkmnpqrs', 'a=b')),
    );
    const answers = pages.filter((page) => page !== undefined);
    assert.ok(countOf(answers, 429) > 0);
    const next = openPayer(gateway, '2001:db8:1:3::1');
    assert.equal((await next.ask('/pay/bcdfghjkmnpqrs', 'a=b')).status, 404);
  });
});
