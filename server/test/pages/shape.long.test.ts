import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { dateTime } from '../../src/brasilia-time.ts';
import { auditPage } from '../audit-page.ts';
import { openStage } from '../page-stage.ts';
import { openPayShop, PRICE, untilState } from '../pay-page.ts';

const { gateway, shop, visit } = await openStage();
/** What TCP's initial window carries. */
const MAX_BYTES = 14 * 1024;

/** How many bytes were transferred, and which types of resources. */
async function weigh(path: string): Promise<{ bytes: number; types: string[] }> {
  return visit({}, async (page, context) => {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const types: string[] = [];
    let bytes = 0;
    session.on('Network.requestWillBeSent', ({ type = '', request }) => {
      if (!request.url.startsWith('data:')) types.push(type);
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(path, { waitUntil: 'load' });
    return { bytes, types: types.filter((type) => type !== 'EventSource') };
  });
}

test('a page is one document and one script, at most 14 KB together', async () => {
  const link = await shop.link();
  const paths = { form: link.path, code: await shop.order(link, { amount: '50,00' }) };
  for (const [name, path] of Object.entries(paths)) {
    const { bytes, types } = await weigh(path);
    console.log(`${name}: ${String(bytes)} bytes with their headers`);
    assert.deepEqual(types, ['Document', 'Script']);
    assert.ok(bytes <= MAX_BYTES, `${name}: ${String(bytes)} bytes`);
  }
});

/** Spacing as set by readers who could not read otherwise. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;
const TWICE = ':root { font-size: 200% !important; }';

/** The page's CSP lets nobody add a style, but a reader's browser does. */
async function restyle(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.querySelectorAll('main *')) {
      if (element.closest('svg, .visually-hidden') !== null || element.clientWidth <= 1) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isWider = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const isHigher = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1;
      if (isWider || isHigher) cut.push(element.outerHTML.slice(0, 160));
    }
    return cut;
  });
}

/** Words of headings and buttons that are broken across lines. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.locator('h1, .button').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (walker.nextNode()) {
        const { currentNode: text } = walker;
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => top));
          if (tops.size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );
}

test('larger text and wider spacing cut off nothing and break no layout', async () => {
  const link = await shop.link();
  const confirmed = await shop.reach('confirmed');
  const paths = [
    link.path,
    await shop.order(link, { amount: '1234,56' }),
    confirmed,
    `${confirmed}/receipt`,
  ];
  await visit({ width: 320 }, async (page) => {
    for (const path of paths) {
      for (const css of [SPACING, TWICE]) {
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          await page.goto(path);
          await restyle(page, css);
          const found = [...(await cutTexts(page)), ...(await auditPage(page))];
          if (css === TWICE) found.push(...(await brokenWords(page)));
          assert.deepEqual(found, [], `${path} at ${String(width)} px`);
        }
      }
    }
  });
});

test('names without spaces wrap, and a shop without a name is not shown as null', async () => {
  const wide = await openPayShop(gateway);
  const { accountId } = wide.merchant;
  const write = (name: string | null) => gateway.app.db`
    update accounts set name = ${name}, contact = ${name}, website = null where id = ${accountId}`;
  const order = { amountCents: PRICE, title: 'W'.repeat(100), description: 'W'.repeat(400) };
  const link = await wide.link(order);
  const [waiting, confirmed] = [await wide.order(link), await wide.order(link)];
  await wide.pay(confirmed);
  await untilState(gateway, confirmed, 'confirmed');
  await visit({ width: 320 }, async (page) => {
    for (const name of ['W'.repeat(80), null]) {
      await write(name);
      for (const path of [link.path, waiting, confirmed, `${confirmed}/receipt`]) {
        for (const language of ['pt', 'en']) {
          await page.goto(`${path}?lang=${language}`);
          const found = [...(await cutTexts(page)), ...(await auditPage(page))];
          assert.deepEqual(found, [], `${path}, ${String(name)}`);
          assert.doesNotMatch(await page.innerText('body'), /\b(null|undefined|NaN)\b|  |\(\)/);
        }
      }
    }
  });
});

test('a receipt is printed without buttons, links or full tax ids', async () => {
  const path = await shop.reach('confirmed', PRICE);
  await visit({ dark: true }, async (page) => {
    await page.goto(`${path}/receipt`);
    await page.emulateMedia({ media: 'print' });
    for (const target of await page.locator('button, a, form').all()) {
      assert.ok(!(await target.isVisible()), await target.innerText());
    }
    const text = await page.innerText('main');
    assert.match(text, /R\$\s50,00/);
    assert.match(text, /\*\*\*\.456\.789-\*\*/);
    assert.ok(!text.includes('12345678909') && !text.includes('123.456.789-09'));
    const [background, colour] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    assert.match(String(background), /rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/);
    assert.match(String(colour), /rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)/);
  });
});

test('a code is printed with its expiry time, which the screen does not show', async () => {
  const path = await shop.order(await shop.link({ amountCents: PRICE }));
  await visit({}, async (page) => {
    await page.goto(path);
    const end = page.getByText('Este código vale até');
    assert.equal(await end.isVisible(), false);
    await page.emulateMedia({ media: 'print' });
    const [row] = await gateway.app.db<{ expiresAt: Date }>`
      select expires_at from deposits where id = ${await shop.depositOf(path)}`;
    assert.ok(row);
    assert.ok(await end.isVisible());
    assert.equal(await end.innerText(), `Este código vale até ${dateTime(row.expiresAt, 'pt')}.`);
  });
});
