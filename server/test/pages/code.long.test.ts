import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { findDeposit } from '../../src/deposits/store.ts';
import { parseId } from '../../src/ids.ts';
import { readQr } from '../read-qr.ts';
import { openStage } from '../page-stage.ts';
import { PRICE } from '../pay-page.ts';

/** Around a symbol, in CSS pixels. */
const MARGIN = 16;
const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
const { gateway, shop, visit } = await openStage();

async function codeOf(path: string): Promise<string> {
  const id = parseId('dep', await shop.depositOf(path));
  const deposit = id && (await findDeposit(gateway.app, shop.merchant.environment.id, id));
  assert.ok(deposit);
  return deposit.pixQrCode;
}

async function waitingPage(): Promise<{ path: string; code: string }> {
  const path = await shop.order(await shop.link({ amountCents: PRICE }));
  return { path, code: await codeOf(path) };
}

interface Picture {
  readonly where: string;
  readonly bytes: Buffer;
}

/** The symbol as it is on the screen, with a little of what surrounds it. */
async function takePicture(page: Page, where: string): Promise<Picture> {
  const qr = page.locator('#qr');
  await qr.scrollIntoViewIfNeeded();
  const box = await qr.boundingBox();
  assert.ok(box && box.width >= 240 && Math.abs(box.width - box.height) < 1, JSON.stringify(box));
  const [x, y] = [Math.max(0, box.x - MARGIN), Math.max(0, box.y - MARGIN)];
  const clip = { x, y, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN };
  return { where, bytes: await page.screenshot({ clip }) };
}

test('the QR code on the screen, and the text beside it, match the code', async () => {
  const { path, code } = await waitingPage();
  const pictures: Picture[] = [];
  for (const scale of [1, 2]) {
    for (const dark of [false, true]) {
      await visit({ scale, dark }, async (page) => {
        await page.goto(path);
        assert.equal((await page.innerText('#code')).trim(), code);
        for (const width of [320, 360, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          const where = `${String(width)} px, ${String(scale)}x, ${dark ? 'dark' : 'light'}`;
          pictures.push(await takePicture(page, where));
        }
      });
    }
  }
  // Decoding them takes this process, which is the gateway too, away from the pages; so it comes
  // last.
  for (const { where, bytes } of pictures) assert.equal(readQr(bytes), code, where);
});

test('the copy button puts the code into the clipboard and announces it once', async () => {
  const { path, code } = await waitingPage();
  await visit({ permissions: CLIPBOARD }, async (page) => {
    await page.goto(path);
    await page.evaluate(recordAnnouncements);
    const before = await page.innerText('#copy');
    await page.click('#copy');
    await page.waitForFunction(
      (text) => document.getElementById('copy')?.innerText !== text,
      before,
    );
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
    assert.match(await page.innerText('#copy'), /Código copiado/);
    await page.waitForFunction(
      (text) => document.getElementById('copy')?.innerText === text,
      before,
    );
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'said') as unknown), [
      'Código copiado',
    ]);
  });
});

/** Runs in the page: records what a screen reader speaks from now on. */
function recordAnnouncements(): void {
  const said: string[] = [];
  Reflect.set(window, 'said', said);
  for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
    const note = (): void => {
      if (region.textContent) said.push(region.textContent);
    };
    new MutationObserver(note).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  }
}

/** Removes ways of copying before the page's own script runs. */
async function withhold(page: Page, withCommand: boolean): Promise<void> {
  await page.addInitScript((works) => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
    if (!works) document.execCommand = () => false;
    document.addEventListener('copy', () => {
      const field = document.activeElement;
      const ofField =
        field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
          ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
          : '';
      Reflect.set(window, 'copied', ofField || String(getSelection()));
    });
  }, withCommand);
}

test('without the clipboard API the code is still copied', async () => {
  const { path, code } = await waitingPage();
  await visit({}, async (page) => {
    await withhold(page, true);
    await page.goto(path);
    await page.click('#copy');
    await page.waitForFunction(() => Reflect.get(window, 'copied') !== undefined);
    assert.equal(await page.evaluate(() => String(Reflect.get(window, 'copied')).trim()), code);
    await page.waitForFunction(() =>
      /Código copiado/.test(document.getElementById('copy')?.innerText ?? ''),
    );
  });
});

test('if copying is impossible, the code is selected and the payer told how to copy it', async () => {
  const { path, code } = await waitingPage();
  await visit({}, async (page) => {
    await withhold(page, false);
    await page.goto(path);
    await page.click('#copy');
    await page.waitForFunction(() => /segure o código e copie/i.test(document.body.innerText));
    assert.equal(await page.evaluate(() => String(getSelection()).trim()), code);
    assert.doesNotMatch(await page.innerText('body'), /Código copiado/);
  });
});

/** Each is understood as the payer meant it. */
const PASTED = [
  ['cpf', '123.456.789-09'],
  ['cpf', ' 12345678909 '],
  ['cnpj', '11.222.333/0001-81'],
  ['cnpj', '11222333000181'],
  ['cpf', '11.222.333/0001-81'],
] as const;

test('a tax id can be pasted in any notation', async () => {
  for (const [kind, text] of PASTED) {
    const link = await shop.link({ amountCents: PRICE });
    await visit({ permissions: CLIPBOARD }, async (page) => {
      await page.goto(link.path);
      await page.check(`[name=kind][value=${kind}]`, { force: true });
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
      await page.focus('[name=document]');
      await page.keyboard.press('Control+V');
      const digits = (await page.inputValue('[name=document]')).replaceAll(/\D/g, '');
      assert.equal(digits, text.replaceAll(/\D/g, ''), text);
      await page.keyboard.press('Enter');
      await page.waitForSelector('main[data-state=waiting]');
    });
  }
});

test('a tax id is formatted as it is typed, and can be edited in the middle', async () => {
  const link = await shop.link({ amountCents: PRICE });
  await visit({}, async (page) => {
    await page.goto(link.path);
    const field = page.locator('[name=document]');
    assert.equal(await field.getAttribute('inputmode'), 'numeric');
    await field.focus();
    await page.keyboard.type('12345678909');
    assert.equal(await field.inputValue(), '123.456.789-09');
    const caretTo = (at: number) =>
      field.evaluate((input: HTMLInputElement, to) => input.setSelectionRange(to, to), at);
    await caretTo('123.45'.length);
    await page.keyboard.press('Backspace');
    assert.equal(await field.inputValue(), '123.467.890-9');
    await page.keyboard.type('5');
    assert.equal(await field.inputValue(), '123.456.789-09');
    await caretTo('123.'.length);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    const left = (await field.inputValue()).replaceAll(/\D/g, '');
    assert.ok(left.length < 11 && left.endsWith('45678909'), left);

    await page.check('[name=kind][value=cnpj]', { force: true });
    assert.equal(await field.getAttribute('inputmode'), 'text');
    await field.fill('');
    await field.focus();
    await page.keyboard.type('11222333000181');
    assert.equal(await field.inputValue(), '11.222.333/0001-81');
  });
});
