import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { hasFocus } from './has-focus.ts';

const { gateway, visit } = await openDashboardStage();

test('a browser of 2023 can show a code and find it by search', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(URL, 'parse');
      Reflect.deleteProperty(Map, 'groupBy');
    });
    await page.goto(at(`deposits/${String(id)}`));
    await page.getByRole('img', { name: 'QR Code do Pix' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'O que você procura?' }).fill(String(id));
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  });
});

test('Enter pressed before the results arrive opens the result', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    await opened(page, 'Início');
    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: 'O que você procura?' });
    await field.fill(String(id));
    await field.press('Enter');
    await page.waitForURL(`**/deposits/${String(id)}`);
  });
});

test('a payment link opened from search is first in the list, whatever its position', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const make = (title: string) => merchant.call('POST', '/v1/api/payment-links', { title });
  const { body } = await make('Aula de violão');
  for (let made = 0; made < 20; made += 1) await make(`Produto ${String(made)}`);
  await visit({ width: 1280, person, expected: /status of 404/ }, async (page) => {
    await page.goto(at('home'));
    await opened(page, 'Início');
    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: 'O que você procura?' });
    await field.fill(String(body['slug']));
    await page.getByRole('option', { name: /Aula de violão/ }).waitFor();
    await field.press('Enter');
    await opened(page, 'Links de pagamento');
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    const sought = rows.filter({ hasText: 'Aula de violão' });
    await sought.waitFor();
    assert.equal(await rows.first().innerText(), await sought.innerText());
    await sought.getByRole('button', { name: /^Excluir/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Excluir/ }).click();
    await sought.waitFor({ state: 'detached' });
  });
});

test('input typed before the search has loaded is kept', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const { promise: mayArrive, resolve: letArrive } = Promise.withResolvers<void>();
    await page.route(/\/app\/assets\/palette-.*\.js$/, async (route) => {
      await mayArrive;
      await route.continue();
    });
    await page.goto(at('home'));
    await opened(page, 'Início');
    await page.getByRole('button', { name: /^Buscar/ }).waitFor();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('d');
    await hasFocus(page.getByRole('dialog').getByRole('button', { name: 'Fechar' }));
    await page.keyboard.type('ep do');
    letArrive();
    const field = page.getByRole('combobox', { name: 'O que você procura?' });
    await hasFocus(field);
    await page.keyboard.type(' dia');
    assert.equal(await field.inputValue(), 'dep do dia');
  });
});

test('the shortcut key of the search is not typed into it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    await opened(page, 'Início');
    const field = page.getByRole('dialog', { name: 'Buscar' }).getByRole('combobox');
    for (const name of ['saques', 'carteiras']) {
      await page.keyboard.press('/');
      await field.waitFor();
      await page.keyboard.type(name);
      assert.equal(await field.inputValue(), name);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
    }
  });
});

test('the shortcut key of the search does nothing over an open dialog', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor').fill('50,00');
    await form.getByRole('button', { name: 'Fechar' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await form.getByRole('alertdialog').getByRole('button', { name: 'Voltar' }).waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Buscar' }).count(), 0);
  });
});

test('going back to a search restores it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    const field = page.getByRole('search').getByRole('searchbox');
    await field.fill('order-1');
    await page.waitForURL('**/deposits?q=order-1');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Depósitos' }).click();
    await page.waitForURL('**/deposits');
    await page.goBack();
    await page.waitForURL('**/deposits?q=order-1');
    // Longer than the field waits before it searches for what is typed.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
    assert.match(page.url(), /q=order-1$/);
    assert.equal(await field.inputValue(), 'order-1');
  });
});
