import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage, opened } from '../dashboard-stage.ts';
import { openMerchant } from '../merchant.ts';
import { openPerson } from '../person.ts';

const { gateway, visit } = await openDashboardStage();

test('on a phone the menu closes for a link to the current page and for a new charge', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 375, height: 740, person }, async (page) => {
    await page.goto(at('deposits'));
    await opened(page, 'Depósitos');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    const more = page.getByRole('button', { name: 'Mais', exact: true });
    await more.click();
    await menu.getByRole('link', { name: 'Depósitos' }).click();
    await menu.waitFor({ state: 'hidden' });
    await more.click();
    const shortcuts = page.getByRole('navigation', { name: 'Atalhos' });
    await shortcuts.getByRole('link', { name: 'Cobrar' }).click();
    await page.getByRole('dialog', { name: 'Nova cobrança' }).waitFor();
    assert.equal(await menu.count(), 0);
  });
});

test('the user menu closes when left by Tab or by its own link', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ person }, async (page) => {
    await page.goto(at('home'));
    await opened(page, 'Início');
    const button = page.getByRole('button', { name: /^Seu usuário/ });
    const leave = page.getByRole('button', { name: 'Sair', exact: true });
    await button.click();
    await leave.focus();
    await page.keyboard.press('Tab');
    await leave.waitFor({ state: 'hidden' });
    const profile = page
      .locator('.shell-user-menu')
      .getByRole('link', { name: 'Perfil e segurança' });
    // The second time it leads to the page that is already shown.
    for (const title of ['Início', 'Perfil e segurança']) {
      await opened(page, title);
      await button.click();
      await profile.click();
      await leave.waitFor({ state: 'hidden' });
    }
  });
});

test('two accounts of the same name are distinguishable', async () => {
  const [one, other] = [await openMerchant(gateway), await openMerchant(gateway)];
  const ids = [one.accountId, other.accountId];
  const person = await openPerson(gateway, Object.fromEntries(ids.map((id) => [id, 'owner'])));
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(`/app/${one.accountId}/test/home`);
    const names = page.getByRole('combobox', { name: 'Conta' }).locator('option');
    await names.nth(1).waitFor({ state: 'attached' });
    const shown = await names.allTextContents();
    assert.equal(new Set(shown).size, 2, shown.join());
  });
});

test('a dialog opened in one mode closes in the other', async () => {
  const { person, merchant, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('wallets'));
    await opened(page, 'Carteiras');
    // Like the switch, if live mode has a provider.
    await page.evaluate((path) => {
      history.pushState({}, '', path);
    }, `/app/${merchant.accountId}/live/wallets`);
    await page.getByRole('button', { name: 'Cadastrar carteira' }).first().click();
    const form = page.getByRole('dialog', { name: 'Cadastrar carteira' });
    await form.waitFor();
    await page.goBack();
    await page.getByText('Ambiente de testes').first().waitFor();
    await form.waitFor({ state: 'hidden' });
  });
});

test('each of two tabs stays in its mode, wherever its person goes', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page, context) => {
    const other = await context.newPage();
    await page.goto(at('links'));
    await opened(page, 'Links de pagamento');
    await other.goto(at('links').replace('/test/', '/live/'));
    await opened(other, 'Links de pagamento');
    for (const [tab, mode] of [
      [page, 'test'],
      [other, 'live'],
      [page, 'test'],
    ] as const) {
      const home = (url: URL) => url.pathname.endsWith(`/${mode}/home`);
      await tab.getByRole('link', { name: 'Ponte' }).first().click();
      await tab.waitForURL(home);
      await tab.goto('/app/user');
      await tab.getByRole('link', { name: 'Ponte' }).first().click();
      await tab.waitForURL(home);
      await opened(tab, 'Início');
      await tab.goto('/app/');
      await tab.waitForURL(home);
      await opened(tab, 'Início');
    }
  });
});

test('the mode switch marks the current mode, also if live mode is not configured', async () => {
  const { person, merchant } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    for (const [mode, name] of [
      ['test', /^Teste$/],
      ['live', /^Produção/],
    ] as const) {
      await page.goto(`/app/${merchant.accountId}/${mode}/wallets`);
      await opened(page, 'Carteiras');
      const shown = page.getByRole('navigation', { name: 'Ambiente' }).locator('[aria-current]');
      assert.match(await shown.innerText(), name);
    }
  });
});

test('each wallet’s copy button names the wallet, or its address if it has no name', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await gateway.app.db`
    update wallets set label = 'Cofre' where environment_id = ${merchant.environment.id}`;
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('wallets'));
    await page.getByRole('button', { name: 'Copiar: endereço de Cofre' }).waitFor();
    await gateway.app.db`
      update wallets set label = '' where environment_id = ${merchant.environment.id}`;
    await page.reload();
    await page.getByRole('button', { name: 'Copiar: endereço de tex1qe…x643' }).waitFor();
  });
});
