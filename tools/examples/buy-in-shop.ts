import assert from 'node:assert/strict';
import type { Browser, Page, Request } from 'playwright-core';
import { waitUntil } from '../smoke/processes.ts';
import type { Shop } from './install-example.ts';
import type { Merchant } from './open-merchant.ts';
import { step } from './step.ts';

const TIMEOUT_MS = 60_000;
const CPF = '529.982.247-25';

interface Purchase {
  readonly orderUrl: string;
  readonly depositId: string;
  readonly form: Request;
}

/** A buyer's whole journey, and what may go wrong on the shop's side. */
export async function buyInShop(browser: Browser, shop: Shop, merchant: Merchant): Promise<void> {
  await step('the shop starts', () => shop.start());
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    // The shop is killed on the way, perhaps in the middle of a response.
    if (message !== 'network error') faults.push(message);
  });
  try {
    const purchase = await step('the buyer gets a Pix code', () => buy(page, shop));
    await step('submitting the form twice creates one order', () => sendAgain(purchase));
    await step('the order survives kill -9', () => restart(page, shop));
    await step('the page shows the payment without a reload', () => pay(page, purchase, merchant));
    await step('a duplicate webhook counts once', () => resend(shop, purchase, merchant));
    await step('a forged webhook is refused', () => forge(page, shop));
    await step('the page shows a refund', () => refund(page, purchase, merchant));
    await step('a payment made while the shop is down is found at restart', () =>
      miss(page, shop, merchant),
    );
    await step('a declined payer sees the reason', () => decline(page, shop));
    await step('the shop exits on request', () => shop.stop());
    assert.deepEqual(faults, []);
  } catch (error) {
    console.error(shop.output());
    throw error;
  } finally {
    await page.close();
  }
}

/** @returns the form as the browser sent it */
async function order(page: Page, shop: Shop, taxId: string): Promise<Request> {
  await page.goto(shop.url);
  await page.fill('[name=taxId]', taxId);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.click('form button');
  await page.waitForURL('**/orders/*');
  return sent;
}

async function buy(page: Page, shop: Shop): Promise<Purchase> {
  const form = await order(page, shop, CPF);
  await seeStatus(page, 'waiting');
  // The price shown is the price paid.
  assert.match((await page.textContent('.total')) ?? '', /42,90/);
  assert.match(await page.inputValue('textarea'), /^000201/);
  const image = page.locator('img');
  await image.evaluate((element: HTMLImageElement) => element.decode());
  const depositId = /dep_\w+/.exec((await image.getAttribute('src')) ?? '')?.[0] ?? '';
  assert.notEqual(depositId, '');
  return { orderUrl: page.url(), depositId, form };
}

/** The same bytes that the browser sent, again: an impatient buyer, or a proxy that retries. */
async function sendAgain({ orderUrl, form }: Purchase): Promise<void> {
  const answer = await fetch(form.url(), {
    method: 'POST',
    headers: Object.entries(await form.allHeaders()).filter(([name]) => !/^(:|host$)/.test(name)),
    body: new Uint8Array(form.postDataBuffer() ?? []),
    redirect: 'manual',
  });
  // Next's own script is told where to go in a header of Next's.
  const place = answer.headers.get('location') ?? answer.headers.get('x-action-redirect');
  assert.equal(place?.split(';')[0], new URL(orderUrl).pathname);
}

async function restart(page: Page, shop: Shop): Promise<void> {
  await shop.kill();
  await shop.start();
  await page.reload();
  await seeStatus(page, 'waiting');
}

async function pay(page: Page, { depositId }: Purchase, merchant: Merchant): Promise<void> {
  await merchant.ask('POST', `/v1/sandbox/deposits/${depositId}/pay`);
  await seeStatus(page, 'paid');
}

async function resend(shop: Shop, { depositId }: Purchase, merchant: Merchant): Promise<void> {
  const path = `/v1/api/webhook-deliveries?resourceId=${depositId}&event=deposit.confirmed`;
  const mine = async (): Promise<Delivery | undefined> =>
    // The list of deliveries, as the API describes it.
    ((await merchant.ask('GET', path))['data'] as Delivery[]).find(
      ({ url }) => url === shop.webhookUrl,
    );
  const sent = await mine();
  assert.ok(sent);
  await merchant.ask('POST', `/v1/api/webhook-deliveries/${sent.id}/redeliver`);
  await waitUntil('a second attempt', TIMEOUT_MS, async () => {
    const attempts = (await mine())?.attempts ?? [];
    return attempts.filter(({ responseStatus }) => responseStatus === 204).length >= 2;
  });
  assert.equal(shop.output().match(/is paid/g)?.length, 1, shop.output());
}

interface Delivery {
  readonly id: string;
  readonly url: string;
  readonly attempts: readonly { readonly responseStatus: number | null }[];
}

async function forge(page: Page, shop: Shop): Promise<void> {
  const orderId = page.url().split('/').at(-1);
  const data = { id: 'dep_forged', status: 'REFUNDED', externalId: orderId };
  const answer = await fetch(shop.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evt_forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': 'v1,AAAA',
      'x-webhook-signature': 'sha256=00',
    },
    body: JSON.stringify({ event: 'deposit.refunded', data }),
  });
  assert.equal(answer.status, 400);
  await page.reload();
  await seeStatus(page, 'paid');
}

async function refund(page: Page, { depositId }: Purchase, merchant: Merchant): Promise<void> {
  await merchant.ask('POST', `/v1/sandbox/deposits/${depositId}/med`);
  await waitUntil('the page says so', TIMEOUT_MS, async () => {
    await page.reload();
    return (await statusOn(page)) === 'refunded';
  });
}

async function miss(page: Page, shop: Shop, merchant: Merchant): Promise<void> {
  const { depositId } = await buy(page, shop);
  await shop.kill();
  await merchant.ask('POST', `/v1/sandbox/deposits/${depositId}/pay`);
  await waitUntil('the deposit is confirmed', TIMEOUT_MS, async () => {
    const { status } = await merchant.ask('GET', `/v1/api/deposit/${depositId}/status`);
    return status === 'CONFIRMED';
  });
  await shop.start();
  await page.reload();
  await seeStatus(page, 'paid');
}

async function decline(page: Page, shop: Shop): Promise<void> {
  // The sandbox declines this one, although its digits are well-formed.
  await order(page, shop, '000.000.000-01');
  await seeStatus(page, 'refused');
  assert.match(
    (await page.textContent('article [role=alert], main [role=alert]')) ?? '',
    /não pode/,
  );
}

async function seeStatus(page: Page, status: string): Promise<void> {
  await page.waitForSelector(`[data-status=${status}]`);
}

async function statusOn(page: Page): Promise<string | null> {
  return page.getAttribute('[data-status]', 'data-status');
}
