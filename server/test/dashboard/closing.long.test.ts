import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { askAsAgent } from './full-shop.ts';
import { keepsFromLeaving } from './keeps-from-leaving.ts';

const { gateway, visit } = await openDashboardStage();

test('Escape at the close confirmation keeps the form and its input', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    const amount = form.getByLabel('Valor');
    await amount.fill('50,00');
    const question = form.getByRole('alertdialog');
    for (let round = 0; round < 2; round += 1) {
      await page.keyboard.press('Escape');
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      assert.equal(await amount.inputValue(), '50,00');
    }
  });
});

test('closing a dialog asks for confirmation if and only if its form was changed', async () => {
  const shop = await openDashboardShop(gateway);
  const { merchant, person, at } = shop;
  await askAsAgent(gateway, shop);
  const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', {
    url: 'https://shop.example/hook',
  });
  const forms = [
    { path: 'keys', open: 'Criar chave', field: 'Nome' },
    { path: 'keys', open: /^Mudar os limites de/, field: 'Limite por dia' },
    { path: 'settings/team', open: 'Convidar', field: 'E-mail de quem vai entrar' },
    { path: `webhooks/${String(body['id'])}`, open: 'Alterar', field: 'Descrição' },
  ];
  await visit({ width: 1280, person }, async (page) => {
    for (const { path, open, field } of forms) {
      await page.goto(at(path));
      const form = page.getByRole('dialog');
      await page.getByRole('button', { name: open }).click();
      await form.getByLabel(field).waitFor();
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: open }).click();
      await form.getByLabel(field).fill('1234');
      await page.keyboard.press('Escape');
      await form.getByRole('button', { name: 'Voltar' }).click();
      assert.equal(await form.getByLabel(field).inputValue(), '1234', path);
      await form.getByRole('button', { name: 'Fechar', exact: true }).click();
      await form.getByRole('button', { name: 'Fechar mesmo assim' }).click();
      await form.waitFor({ state: 'detached' });
    }
  });
});

test('going back or reloading asks for confirmation before changed input is lost', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const forms = [
    { page: 'Depósitos', open: 'Nova cobrança', field: 'Valor' },
    { page: 'Links', open: 'Criar link', field: 'Título' },
    { page: 'Carteiras', open: 'Cadastrar carteira', field: 'Endereço Liquid' },
  ];
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    for (const { page: name, open, field } of forms) {
      await menu.getByRole('link', { name, exact: true }).click();
      const form = page.getByRole('dialog');
      await page.getByRole('button', { name: open }).first().click();
      const input = form.getByLabel(field, { exact: true });
      await input.waitFor();
      assert.equal(await keepsFromLeaving(page), false, name);
      await input.fill('25');
      assert.equal(await keepsFromLeaving(page), true, name);
      const { pathname } = new URL(page.url());
      await page.evaluate(() => window.history.back());
      await form.getByRole('alertdialog').getByRole('button', { name: 'Voltar' }).click();
      assert.equal(await input.inputValue(), '25', name);
      await page.evaluate(() => window.history.back());
      await form.getByRole('button', { name: 'Fechar mesmo assim' }).click();
      await form.waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).pathname, pathname);
      assert.equal(await keepsFromLeaving(page), false, name);
    }
  });
});

test('a link out of a changed form is followed after confirmation', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const path = `/v1/api/wallets/${merchant.walletId}`;
  assert.equal((await merchant.call('DELETE', path)).status, 204);
  await visit({ width: 1280, person, expected: /status of 400/ }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor', { exact: true }).fill('25,00');
    await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12345678909');
    await form.getByRole('button', { name: 'Criar cobrança' }).click();
    await form.getByRole('link', { name: 'Cadastrar carteira' }).click();
    await form.getByRole('button', { name: 'Fechar mesmo assim' }).click();
    await opened(page, 'Carteiras');
    assert.equal(await form.count(), 0);
  });
});

test('going back does not reopen a closed detail', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    await page.locator(`a[href*="${String(id)}"]`).click();
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText('Aguardando').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.goBack();
    await opened(page, 'Depósitos');
    await page.waitForURL('**/deposits');
    // Longer than a drawer takes to appear.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await drawer.count(), 0);
  });
});

test('the result of an action on one row does not affect the dialog about another', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const liquidAddress = randomTestAddress().address;
  await merchant.call('POST', '/v1/api/wallets', { label: 'Reserva', liquidAddress });
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    await page.route('**/test/wallets/*', async (route) => {
      await free.promise;
      return route.fallback();
    });
    await page.goto(at('wallets'));
    const dialog = page.getByRole('dialog', { name: 'Excluir carteira' });
    await page.getByRole('button', { name: 'Excluir Reserva' }).click();
    const removed = page.waitForResponse('**/test/wallets/*');
    await dialog.getByRole('button', { name: 'Excluir carteira' }).click();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Excluir Sem nome' }).click();
    await dialog.getByText('Sem nome').first().waitFor();
    free.resolve(undefined);
    await (await removed).finished();
    await page.getByRole('button', { name: 'Excluir Reserva' }).waitFor({ state: 'detached' });
    assert.equal(await dialog.count(), 1);
    assert.equal(await page.getByText('Carteira excluída.').count(), 0);
  });
});
