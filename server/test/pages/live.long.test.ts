import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { layoutShift } from '../audit-page.ts';
import { openStage } from '../page-stage.ts';
import { PRICE, tokenOf } from '../pay-page.ts';

const { gateway, shop, visit } = await openStage();
const NETWORK = /net::ERR_(FAILED|INTERNET_DISCONNECTED)/;

async function waitingPath(): Promise<string> {
  return shop.order(await shop.link({ amountCents: PRICE }));
}

/** In our books only, which no look at the provider may correct meanwhile. */
async function expireIn(path: string, seconds: number): Promise<void> {
  await gateway.app.db`
    update deposits
    set expires_at = now() + ${seconds} * interval '1 s', look_at = now() + interval '1 hour'
    where id = (select deposit_id from checkouts where token = ${tokenOf(path)})`;
}

/** How soon a page learns of it is measured by `npm run bench:pay-page`. */
async function saysSo(page: Page, state: string, timeout = 10_000): Promise<void> {
  await page.waitForSelector(`main[data-state=${state}]`, { timeout });
}

async function payAndSettle(path: string): Promise<void> {
  await shop.pay(path);
  await shop.merchant.reaches(await shop.depositOf(path), 'CONFIRMED');
}

test('an open page shows the payment when it is confirmed', async () => {
  const path = await waitingPath();
  await visit({}, async (page) => {
    await page.goto(path);
    await page.waitForResponse(/\/events/);
    await payAndSettle(path);
    await saysSo(page, 'confirmed');
    assert.match(await page.innerText('h1'), /Pagamento confirmado/);
    assert.ok((await layoutShift(page)) <= 0.01);
  });
});

test('without a stream the page polls', async () => {
  const path = await waitingPath();
  await visit({ expected: NETWORK }, async (page) => {
    await page.route(/\/events/, (route) => route.abort());
    await page.goto(path);
    await page.waitForResponse(/\/status/, { timeout: 15_000 });
    await payAndSettle(path);
    await saysSo(page, 'confirmed', 15_000);
  });
});

test('returning to the page refreshes it, even if its stream is dead', async () => {
  const path = await waitingPath();
  await visit({}, async (page) => {
    // A stream that nothing comes through, as on a phone that went to sleep.
    await page.route(/\/events/, () => undefined);
    await page.goto(path);
    await payAndSettle(path);
    assert.equal(await page.getAttribute('main', 'data-state'), 'waiting');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await saysSo(page, 'confirmed');
  });
});

test('an offline page says that the code stays valid, until it is online again', async () => {
  const path = await waitingPath();
  await visit({ expected: NETWORK }, async (page, context) => {
    await page.goto(path);
    assert.ok(await page.isHidden('#offline'));
    await context.setOffline(true);
    await page.waitForSelector('[aria-live]:not([hidden]) > #offline', { state: 'visible' });
    await payAndSettle(path);
    await context.setOffline(false);
    await page.waitForSelector('#offline', { state: 'hidden' });
    await saysSo(page, 'confirmed');
  });
});

test('the last five minutes are counted down, by the gateway’s clock', async () => {
  const path = await waitingPath();
  await visit({}, async (page) => {
    await page.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 7_200_000;
    });
    await page.goto(path);
    assert.equal(await page.innerText('#countdown'), '');
    await expireIn(path, 272);
    await page.reload();
    await page.waitForFunction(() => document.getElementById('countdown')?.innerText);
    assert.match(await page.innerText('#countdown'), /4:(3[0-2]|2\d)/);
  });
});

test('an expired code is shown as expired, and one button creates a new one', async () => {
  const path = await waitingPath();
  await expireIn(path, 3);
  await visit({}, async (page) => {
    await page.goto(path);
    await saysSo(page, 'expired');
    assert.equal(await page.locator('#code, #qr').count(), 0);
    await page.locator('main form:not(#simulator form) button').first().click();
    await page.waitForSelector('main[data-state=waiting]');
    assert.notEqual(new URL(page.url()).pathname, path);
  });
});

test('a status request that fails at the moment of expiry is retried', async () => {
  const path = await waitingPath();
  await expireIn(path, 3);
  await visit({}, async (page) => {
    await page.route('**/status', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(path);
    await saysSo(page, 'expired', 20_000);
  });
});

test('a late payment is shown on the page of the expired code', async () => {
  const path = await shop.reach('expired');
  await visit({}, async (page) => {
    await page.goto(path);
    await shop.pay(path, { late: true });
    await saysSo(page, 'confirmed');
  });
});
