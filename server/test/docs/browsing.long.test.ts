import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PAGE_NAMES } from '../../src/docs/contents.ts';
import { layoutShift, violations } from '../audit-page.ts';
import { openBrowser } from '../browser.ts';
import { openGateway } from '../gateway.ts';
import { openMerchant } from '../merchant.ts';
import { type PageOptions, visit } from '../pay-page.ts';

const [gateway, browser] = await Promise.all([
  openGateway(undefined, { worker: false }),
  openBrowser(),
]);
/** A visitor whose browser must load nothing from elsewhere, and complain of nothing. */
const read = <Result>(options: PageOptions, work: (page: Page) => Promise<Result>) =>
  visit(browser, gateway.url, options, work);

/** How long the API client may take on a machine that does much else. */
const PATIENCE = { timeout: 60_000 };

test('every page fits the narrowest phone without layout shifts, and is accessible', async () => {
  const flaws = await read({ width: 320 }, async (page) => {
    const found: string[] = [];
    for (const name of ['', ...PAGE_NAMES.map((each) => `/${each}`)]) {
      await page.goto(`/docs/pt${name}`);
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      const shift = await layoutShift(page);
      if (wide > 0) found.push(`${name} is ${String(wide)} px too wide`);
      if (shift > 0.01) found.push(`${name} has a layout shift of ${shift.toFixed(3)}`);
      found.push(...(await violations(page)).map((flaw) => `${name}: ${flaw}`));
    }
    return found;
  });
  assert.deepEqual(flaws, []);
});

test('no heading breaks within a word on the narrowest phone', async () => {
  const broken = await read({ width: 320 }, async (page) => {
    const found: string[] = [];
    for (const path of ['pt', 'en'].flatMap((at) => PAGE_NAMES.map((name) => `${at}/${name}`))) {
      await page.goto(`/docs/${path}`);
      const words = await page.locator('main :is(h1, h2, h3, h4)').evaluateAll((headings) =>
        headings
          .flatMap(({ childNodes }) => [...childNodes])
          .flatMap((text) => {
            if (!(text instanceof Text)) return [];
            return [...text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)].flatMap(({ 0: word, index }) => {
              const range = new Range();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              return new Set([...range.getClientRects()].map(({ y }) => y)).size > 1 ? [word] : [];
            });
          }),
      );
      found.push(...words.map((word) => `${path}: ${word}`));
    }
    return found;
  });
  assert.deepEqual(broken, []);
});

test('on a phone a table of many columns needs no sideways scrolling, and still is a table', async () => {
  await read({ width: 360, language: 'en' }, async (page) => {
    for (const name of ['cases', 'errors', 'chain', 'receiving']) {
      await page.goto(`/docs/en/${name}`);
      const hidden = await page
        .locator('.stacks')
        .evaluateAll((tables) => tables.map((one) => one.scrollWidth - one.clientWidth));
      assert.ok(hidden.length > 0 && hidden.every((width) => width <= 0), `${name}: ${hidden}`);
    }
    await page.goto('/docs/en/cases');
    const row = page.getByRole('row', { name: /^never-paid/ });
    assert.equal(await row.getByRole('cell').count(), 4);
    assert.equal(await page.getByRole('columnheader').count(), 12);
    const outcome = row.getByRole('cell').last();
    assert.equal(
      await outcome.evaluate((it) => getComputedStyle(it, '::before').content),
      '"What to expect:"',
    );
    const width = await outcome.evaluate((it) => it.clientWidth);
    assert.ok(width > 300, `${String(width)} px`);
  });
});

test('on paper no code and no table is cut off', async () => {
  // A letter with margins of an inch, the narrowest paper that browsers offer at first.
  const cut = await read({ width: 624 }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    const found: string[] = [];
    for (const path of ['pt', 'en'].flatMap((at) => PAGE_NAMES.map((name) => `${at}/${name}`))) {
      await page.goto(`/docs/${path}`);
      const texts = await page
        .locator('pre, .wide')
        .evaluateAll((boxes) =>
          boxes
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent.slice(0, 40)),
        );
      found.push(...texts.map((text) => `${path}: ${text}`));
    }
    return found;
  });
  assert.deepEqual(cut, []);
});

test('pages are accessible in light and dark mode, with their menu open as well', async () => {
  for (const path of ['/docs/pt', '/docs/pt/idempotency', '/docs/en/cases', '/docs/en/rehearsal']) {
    await read({ width: 360 }, async (page) => {
      await page.goto(path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], `${path}, ${colorScheme}`);
      }
      await page.locator('.opener').click();
      assert.deepEqual(await violations(page), [], `${path}, its menu`);
    });
  }
});

test('the page list on a phone, the search and the language switch work without JavaScript', async () => {
  await read({ width: 360, javaScript: false }, async (page) => {
    await page.goto('/docs/pt/errors');
    const menu = page.locator('#menu');
    assert.equal(await menu.isVisible(), false);
    await page.locator('.opener').click();
    await menu.getByRole('link', { name: 'Webhooks' }).click();
    await page.waitForURL('**/docs/pt/webhooks');
    await page.getByRole('searchbox').fill('previous_error');
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: /previous_error/ })
      .first()
      .click();
    await page.waitForURL('**/docs/pt/errors#previous_error');
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL('**/docs/en/errors');
  });
});

test('switching the language keeps the place in the page and the search query', async () => {
  await read({ width: 360 }, async (page) => {
    const other = page.locator('.top a[hreflang]');
    await page.goto('/docs/pt/webhooks');
    await other.click();
    await page.waitForURL(/\/docs\/en\/webhooks$/);
    // By scrolling, and by a link to a place that is too near the end to come to the top.
    const headings = page.locator('main :is(h2, h3)[id]');
    await headings.nth(5).evaluate((it) => it.scrollIntoView());
    const id = String(await headings.nth(5).getAttribute('id'));
    await other.dispatchEvent('click');
    await page.waitForURL(`**/docs/pt/webhooks#${id}`);
    const last = String(await headings.last().getAttribute('id'));
    await page.goto(`/docs/pt/webhooks#${last}`);
    await other.dispatchEvent('click');
    await page.waitForURL(`**/docs/en/webhooks#${last}`);
    await page.goto('/docs/pt/search?q=Idempotency-Key');
    await other.click();
    await page.waitForURL('**/docs/en/search?q=Idempotency-Key');
  });
});

test('a keyboard user can skip to the text, copy the code and reach its scroll area', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await read({ width: 360, permissions, language: 'en' }, async (page) => {
    await page.goto('/docs/en/webhooks');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**#content');
    const figure = page.locator('figure.code').first();
    const copy = figure.getByRole('button', { name: 'Copy' });
    await copy.focus();
    await page.keyboard.press('Enter');
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, await figure.locator('code').textContent());
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'PRE');
  });
});

test('code is copied without the clipboard API, or selected if copying fails', async () => {
  await read({ width: 1280, language: 'en' }, async (page) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('NotAllowedError'));
      document.addEventListener('copy', () => {
        document.body.dataset['taken'] = String(getSelection());
      });
    });
    await page.goto('/docs/en/webhooks');
    const figure = page.locator('figure.code').first();
    await figure.getByRole('button', { name: 'Copy' }).click();
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    const code = (await figure.locator('code').textContent())?.trim();
    assert.equal((await page.locator('body').getAttribute('data-taken'))?.trim(), code);
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    const next = page.locator('figure.code').nth(1);
    await next.getByRole('button', { name: 'Copy' }).click();
    await next.getByRole('button', { name: 'Selected' }).waitFor();
    const chosen = await page.evaluate(() => String(getSelection()).trim());
    assert.equal(chosen, (await next.locator('code').textContent())?.trim());
  });
});

test('the texts of the page to try the API on have enough contrast, light and dark', async () => {
  for (const dark of [false, true]) {
    await read({ width: 1280, height: 900, dark }, async (page) => {
      await page.goto('/docs/pt/try#tag/account/GET/v1/api/fees');
      const test = page.getByRole('button', { name: /Testar Requisição/ }).first();
      await test.waitFor(PATIENCE);
      await fadedIn(page);
      const flaws = await violations(page);
      await test.click();
      await page
        .getByRole('button', { name: /^Enviar/ })
        .first()
        .waitFor(PATIENCE);
      await fadedIn(page);
      flaws.push(...(await violations(page)));
      assert.deepEqual(
        flaws.filter((flaw) => flaw.startsWith('color-contrast:')),
        [],
      );
    });
  }
});

/** What fades in is too pale until it is there. */
async function fadedIn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // A transition begins in the frame after its element has been inserted.
    for (let frames = 0; frames < 3; frames += 1) await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

test('the API can be tried with a test key, which is sent only here and not stored', async () => {
  const { key } = await openMerchant(gateway);
  await read({ width: 1280, height: 900, language: 'en' }, async (page) => {
    await page.goto('/docs/en/reference');
    await page.getByRole('link', { name: 'Try it in the browser' }).click();
    const token = page.getByPlaceholder('Token').first();
    await token.waitFor(PATIENCE);
    await token.fill(key);
    await page.goto('/docs/en/try#tag/account/GET/v1/api/fees');
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click(PATIENCE);
    const answered = page.waitForResponse('**/v1/api/fees', PATIENCE);
    await page.getByRole('button', { name: /^Send/ }).first().click(PATIENCE);
    const answer = await answered;
    assert.equal(answer.status(), 200);
    assert.equal(await answer.request().headerValue('authorization'), `Bearer ${key}`);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    assert.ok(!kept.includes(key), 'the key is stored in the browser');
  });
});
