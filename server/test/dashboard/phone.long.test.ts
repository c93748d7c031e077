import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { until } from '../receiver.ts';
import { endSessions } from './end-sessions.ts';

const PHONE = { width: 375, height: 740 };
const NARROWEST = { width: 320, height: 640 };

const { gateway, visit } = await openDashboardStage();

test('on a phone questions and results in a dialog are fully visible below its header', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ ...PHONE, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor').fill('25,50');
    await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12345678909');
    await form.evaluate((dialog) => dialog.scrollTo({ top: dialog.scrollHeight }));
    await page.keyboard.press('Escape');
    await isSeen(form.getByRole('alertdialog'));
    await form.getByRole('button', { name: 'Voltar' }).click();
    await form.getByRole('button', { name: 'Criar cobrança' }).click();
    const made = page.getByRole('dialog', { name: 'Cobrança criada' });
    await isSeen(made.locator('p:focus', { hasText: /^R\$/ }));
  });
});

test('on a phone a title without spaces fits its dialog', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ ...PHONE, person }, async (page) => {
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Criar link' }).first().click();
    const form = page.getByRole('dialog');
    const title = 'Kombucha'.repeat(9);
    await form.getByLabel('Título').fill(title);
    await form.getByRole('button', { name: 'Criar link' }).click();
    const shown = page.getByRole('dialog', { name: 'Link pronto' }).getByText(title);
    const tooWide = await shown.evaluate((line) => line.scrollWidth - line.clientWidth);
    assert.equal(tooWide, 0);
  });
});

test('on a phone a link is copied and sent by buttons that say so', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const title = 'Bolo de fubá';
  await merchant.call('POST', '/v1/api/payment-links', { title });
  await visit({ ...NARROWEST, person }, async (page) => {
    await page.goto(at('links'));
    const card = page.getByRole('listitem').filter({ hasText: title });
    const copy = card.getByRole('button', { name: `Copiar link de ${title}` });
    await copy.getByText('Copiar link').waitFor();
    const send = card.getByRole('link', { name: `Enviar ${title} no WhatsApp` });
    await send.getByText('WhatsApp').waitFor();
    await copy.click();
    await card.getByRole('button', { name: 'Copiado' }).waitFor();
  });
});

test('on the narrowest phone a long URL in the breadcrumb does not widen the page', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const url = `https://example.com/${'u'.repeat(120)}`;
  const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
  await visit({ ...NARROWEST, person }, async (page) => {
    await page.goto(at(`webhooks/${String(body['id'])}`));
    const way = page.getByRole('navigation', { name: 'Caminho' });
    await way.waitFor();
    // The line between its parts is only seen.
    assert.doesNotMatch(await way.ariaSnapshot(), /listitem: \//);
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    assert.equal(tooWide, 0);
  });
});

test('a phone’s keyboard neither capitalizes nor corrects a code or an e-mail address', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person }, async (page) => {
    for (const [path, button] of [
      ['deposits'],
      ['requests'],
      ['settings/audit'],
      ['wallets', 'Cadastrar carteira'],
      ['home', 'Buscar (tecla /)'],
    ] as const) {
      await page.goto(at(path));
      if (button !== undefined) await page.getByRole('button', { name: button }).click();
      const place = button === undefined ? page.getByRole('search') : page.getByRole('dialog');
      const field = place.locator('[type=search], [role=combobox], [aria-required=true]').first();
      const [capitals, spelling] = [
        await field.getAttribute('autocapitalize'),
        await field.getAttribute('spellcheck'),
      ];
      assert.deepEqual([capitals, spelling], ['none', 'false'], path);
    }
  });
});

test('on a phone the link of a card tells screen readers which deposit it is', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const amountCents of [5_000, 123_456]) await merchant.deposit({ amountCents });
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('deposits'));
    const list = page.getByRole('list', { name: 'Depósitos' });
    for (const amount of [/R\$\s50,00$/, /R\$\s1\.234,56$/]) {
      const link = list.getByRole('link', { name: amount });
      await link.waitFor();
      // Voice control finds a link by what can be seen of it.
      const seen = (await link.innerText()).replaceAll(/\s+/g, ' ');
      const told = await link.ariaSnapshot();
      assert.ok(told.startsWith(`- link "${seen} `) && told.includes('Aguardando'), told);
    }
    await page.goto(at('home'));
    const latest = page.getByRole('link', { name: /^Depósito .*Aguardando R\$\s50,00$/ });
    await latest.waitFor();
  });
});

test('on a phone the text of a first step has the width of the list, and its button is below', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('home'));
    const step = page.getByRole('listitem').filter({ hasText: 'Conectar webhook' });
    const text = await step.getByText(/^Avisa o seu sistema/).boundingBox();
    const button = await step.getByRole('link').boundingBox();
    const line = JSON.stringify({ text, button });
    assert.ok(text && button && text.width > 220 && button.y >= text.y + text.height, line);
  });
});

test('on a phone a transaction id that is cut short is not broken as well', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.withdraw();
  await merchant.command(`withdrawals/${String(id)}/fund`);
  await merchant.reaches(String(id), 'COMPLETED', 30_000);
  await visit({ ...NARROWEST, person }, async (page) => {
    await page.goto(at(`withdrawals/${String(id)}`));
    const codes = page.getByRole('region', { name: 'Andamento' }).locator('.ui-mono');
    await codes.first().waitFor();
    const rows = await codes.evaluateAll((all) => all.map((one) => one.getClientRects().length));
    assert.deepEqual(
      rows.filter((count) => count > 1),
      [],
    );
  });
});

test('on a phone the button that copies a code is beside it, not below it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, height: 740, person }, async (page) => {
    for (const section of ['settings/shop', 'help']) {
      await page.goto(at(section));
      const code = await page.locator('main .ui-mono:has(+ button)').boundingBox();
      const copy = await page.locator('main .ui-mono + button').boundingBox();
      assert.ok(code && copy);
      const middle = copy.y + copy.height / 2;
      assert.ok(middle < code.y + code.height, `${section}: ${JSON.stringify({ code, copy })}`);
    }
  });
});

test('on the narrowest phone a toast with a long word fits the screen', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ ...NARROWEST, person }, async (page) => {
    await page.goto(at('settings/team'));
    await page.getByRole('button', { name: 'Convidar' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('E-mail').fill(`${'a'.repeat(40)}@example.com`);
    await form.getByRole('button', { name: /convite/ }).click();
    const box = await page.locator('.ui-toast').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= NARROWEST.width, JSON.stringify(box));
  });
});

test('on a phone content covered by a toast can be scrolled clear of it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ ...PHONE, person, expected: /status of 401|EventSource/ }, async (page) => {
    await page.goto(at('keys?nova=1'));
    const form = page.getByRole('dialog');
    await form.getByLabel('Nome').fill('Loja virtual');
    await endSessions(gateway, person);
    const save = form.getByRole('button', { name: 'Criar chave' });
    await save.click();
    const toast = page.locator('.ui-toast');
    await toast.waitFor();
    await form.evaluate((it) => it.scrollTo({ top: it.scrollHeight }));
    const [over, below] = [await toast.boundingBox(), await save.boundingBox()];
    assert.ok(over && below && below.y + below.height < over.y, JSON.stringify({ over, below }));
  });
});

test('on a phone in landscape the header scrolls away with the page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 740, height: 360, person }, async (page) => {
    await page.goto(at('settings/shop'));
    const header = page.getByRole('banner');
    const field = page.getByLabel('Site');
    await field.waitFor();
    assert.equal((await header.boundingBox())?.y, 0);
    await field.focus();
    const box = await header.boundingBox();
    assert.ok(box && box.y + box.height <= 0, JSON.stringify(box));
    await isSeen(field);
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    // The menu opens below it.
    await until(async () => (await header.boundingBox())?.y === 0, 3_000);
  });
});

test('on a phone with large text the header scrolls away with the page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ ...NARROWEST, person }, async (page) => {
    await page.goto(at('settings/shop'));
    const header = page.getByRole('banner');
    const field = page.getByLabel('Site');
    await field.waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    // The page shifts once more when it has measured its header and its bar.
    await page.locator('.shell-header[data-high]').waitFor();
    await field.focus();
    const isAway = async () => {
      const box = await header.boundingBox();
      return box !== null && box.y + box.height <= 0;
    };
    await until(isAway, 3_000);
    await isSeen(field);
  });
});

/** At its corners and in its middle, once everything has stopped moving. */
async function isSeen(target: Locator): Promise<void> {
  await target.waitFor();
  const isUncovered = () =>
    target.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [top + 1, (top + bottom) / 2, bottom - 1].every((y) =>
        element.contains(document.elementFromPoint((left + right) / 2, y)),
      );
    });
  await until(isUncovered, 3_000);
}
