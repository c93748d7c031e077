import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PAYER } from '../merchant.ts';
import { openStage } from '../page-stage.ts';
import { openPayShop, PRICE, untilState } from '../pay-page.ts';

const { gateway, shop, visit } = await openStage();

/** The focused element, and what is wrong with how its focus is shown. */
async function focused(page: Page): Promise<{ name: string; flaws: string[] }> {
  const name = await page.evaluate(() => {
    const element = document.activeElement;
    const named = element?.getAttribute('name') ?? element?.id;
    return `${element?.localName ?? ''} ${named ?? ''}`.trim();
  });
  const covered = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return 'nothing has the focus';
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio';
    const target = (isRadio && label) || element;
    const { left, top, width, height } = target.getBoundingClientRect();
    const [line] = target.getClientRects();
    const at = line && width > 0 ? line : { left, top, width, height };
    const hit = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    const isSeen = hit && (hit === element || target.contains(hit) || hit.contains(target));
    return isSeen ? undefined : 'it is covered';
  });
  const seen = await page.screenshot();
  await page.evaluate(() => {
    const element = document.activeElement;
    if (element instanceof HTMLElement) element.blur();
    Reflect.set(window, 'hadFocus', element);
  });
  const unseen = await page.screenshot();
  await page.evaluate(() => (Reflect.get(window, 'hadFocus') as HTMLElement).focus());
  const flaws = covered === undefined ? [] : [`${name}: ${covered}`];
  if (seen.equals(unseen)) flaws.push(`${name}: its focus is not seen`);
  return { name, flaws };
}

/** Presses Tab until that has the focus; every stop is checked. */
async function tabTo(page: Page, wanted: string): Promise<string[]> {
  const stops: string[] = [];
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press('Tab');
    const { name, flaws } = await focused(page);
    assert.deepEqual(flaws, []);
    stops.push(name);
    if (name === wanted) return stops;
  }
  throw new Error(`${wanted} is not reached: ${stops.join(', ')}`);
}

const state = (page: Page, name: string) => page.waitForSelector(`main[data-state=${name}]`);

test('a link can be paid with the keyboard alone', async () => {
  const link = await shop.link();
  await visit({ height: 568, width: 320 }, async (page) => {
    await page.goto(link.path);
    const stops = await tabTo(page, 'input amount');
    await page.keyboard.type('50,00');
    stops.push(...(await tabTo(page, 'input document')));
    assert.ok(stops.indexOf('input kind') < stops.indexOf('input document'), stops.join());
    await page.keyboard.type(PAYER);
    await page.keyboard.press('Enter');
    await state(page, 'waiting');
    const title = await page.title();
    await tabTo(page, 'button copy');
    const { pathname } = new URL(page.url());
    await shop.pay(pathname);
    await state(page, 'confirmed');
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'h1');
    assert.notEqual(await page.title(), title);
  });
});

test('an error moves the focus to its summary, and the summary links to the field', async () => {
  const link = await shop.link({ amountCents: PRICE });
  await visit({}, async (page) => {
    await page.goto(link.path);
    await page.fill('[name=document]', '12345678900');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#faults');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'faults');
    const field = page.locator('[name=document]');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.match((await field.getAttribute('aria-describedby')) ?? '', /\bdocument-fault\b/);
    assert.equal((await field.inputValue()).replaceAll(/\D/g, ''), '12345678900');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('name')),
      'document',
    );
  });
});

test('what is wrong with a CPF is not said of a CNPJ, nor the other way round', async () => {
  const link = await shop.link({ amountCents: PRICE });
  await visit({}, async (page) => {
    await page.goto(link.path);
    await page.click('#order button');
    const fault = page.getByText('Informe o CPF de quem vai pagar.').last();
    await fault.waitFor();
    await page.check('#cnpj');
    assert.equal(await fault.isVisible(), false);
    await page.check('#cpf');
    assert.equal(await fault.isVisible(), true);
  });
});

test('an amount or a document pasted with much around it is not cut', async () => {
  const link = await shop.link();
  await visit({}, async (page) => {
    await page.goto(link.path);
    await page.focus('[name=amount]');
    await page.keyboard.insertText(`${' '.repeat(15)}1234,56`);
    await page.focus('[name=document]');
    assert.equal(await page.inputValue('[name=amount]'), '1.234,56');
    await page.keyboard.insertText('O CPF de quem vai pagar esta cobrança é 123.456.789-09.');
    assert.equal(await page.inputValue('[name=document]'), '123.456.789-09');
  });
});

test('without JavaScript a link can be paid, and the page shows it by itself', async () => {
  const link = await shop.link();
  await visit({ javaScript: false }, async (page) => {
    await page.goto(link.path);
    await page.fill('[name=amount]', '1.234,56');
    await page.fill('[name=document]', '123.456.789-09');
    await page.click('#order button');
    await state(page, 'waiting');
    assert.match((await page.textContent('#code')) ?? '', /^\s*000201/);
    const { pathname } = new URL(page.url());
    await shop.pay(pathname);
    await page.waitForSelector('main[data-state=confirmed]', { timeout: 15_000 });
    await page.click('a[href*=receipt]');
    assert.match((await page.textContent('main')) ?? '', /1\.234,56/);
  });
});

test('without JavaScript the simulator of test mode works', async () => {
  const path = await shop.order(await shop.link({ amountCents: PRICE }));
  await visit({ javaScript: false }, async (page) => {
    await page.goto(path);
    await page.locator('#simulator [value=pay]').click();
    await untilState(gateway, path, 'confirmed');
    await page.reload();
    await state(page, 'confirmed');
  });
});

test('a double click, a reload, and going back to resend create one charge', async () => {
  const shop = await openPayShop(gateway);
  const link = await shop.link({ amountCents: PRICE });
  await visit({}, async (page) => {
    await page.goto(link.path);
    await page.fill('[name=document]', PAYER);
    await page.dblclick('#order button');
    await state(page, 'waiting');
    const { pathname } = new URL(page.url());
    await page.reload();
    await state(page, 'waiting');
    await page.goBack();
    await page.waitForSelector('#order');
    const button = page.locator('#order button');
    assert.ok(await button.isEnabled());
    assert.notEqual(await button.getAttribute('aria-busy'), 'true');
    await page.fill('[name=document]', PAYER);
    await button.click();
    await state(page, 'waiting');
    assert.equal(new URL(page.url()).pathname, pathname);
  });
  assert.equal((await shop.merchant.books()).charges.length, 1);
});

test('going back to a form that was first refused shows it without a resend prompt', async () => {
  const link = await shop.link({ amountCents: PRICE });
  await visit({}, async (page) => {
    await page.goto(link.path);
    await page.click('#order button');
    await page.waitForSelector('#faults');
    await page.fill('[name=document]', PAYER);
    await page.click('#order button');
    await state(page, 'waiting');
    await page.goBack();
    await page.waitForSelector('#order');
    assert.equal(await page.locator('#faults').count(), 0);
  });
});

test('markup in a merchant’s text is escaped', async () => {
  const title = '<script>alert(1)</script>';
  const description = '"><img src=x onerror=alert(2)>';
  const link = await shop.link({ amountCents: PRICE, title, description });
  await visit({}, async (page) => {
    await page.goto(link.path);
    const text = await page.innerText('main');
    assert.ok(text.includes(title) && text.includes(description), text);
    await page.fill('[name=document]', '"><svg onload=alert(3)>');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#faults');
    await page.fill('[name=document]', PAYER);
    await page.keyboard.press('Enter');
    await state(page, 'waiting');
    assert.equal(await page.locator('main script, main img').count(), 0);
  });
});

test('switching the language keeps the page and stays switched', async () => {
  const path = await shop.order(await shop.link({ amountCents: PRICE }));
  await visit({}, async (page) => {
    await page.goto(path);
    assert.equal(await page.getAttribute('html', 'lang'), 'pt-BR');
    await page.click('a[hreflang=en]');
    await page.waitForSelector('html[lang=en]');
    assert.equal(new URL(page.url()).pathname, path);
    await state(page, 'waiting');
    await shop.pay(path);
    await state(page, 'confirmed');
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await page.click('a[href*=receipt]');
    await page.waitForSelector('html[lang=en]');
  });
});

test('a form in the other language stays in it, through errors to the code', async () => {
  const link = await shop.link();
  await visit({ language: 'pt' }, async (page) => {
    await page.goto(`${link.path}?lang=en`);
    await page.fill('[name=amount]', '1,234.56');
    await page.fill('[name=document]', '123');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#faults');
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    assert.equal(await page.inputValue('[name=amount]'), '1,234.56');
    await page.fill('[name=document]', PAYER);
    await page.keyboard.press('Enter');
    await state(page, 'waiting');
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    assert.match(await page.innerText('h1'), /R\$\s?1,234\.56/);
  });
});

test('a payer above their limit finds the largest allowed amount in the form', async () => {
  const capped = await (await openPayShop(gateway)).reach('capped', null);
  await visit({}, async (page) => {
    await page.goto(capped);
    assert.match(await page.innerText('main'), /R\$\s20,00/);
    await page.click('main a.button');
    assert.equal(await page.inputValue('[name=amount]'), '20,00');
    assert.equal(await page.inputValue('[name=document]'), '');
  });
});
