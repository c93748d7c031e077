import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
/** What the browser says of a request without a network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;
const MARIA = '529.982.247-25';

test('a withdrawal that is answered after one has left changes no address of another page', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const held = await holdAnswer(page, '**/test/withdraw');
    await page.goto(at('withdrawals/new'));
    await orderWithdrawal(page);
    await page.getByText('Criando o saque…').waitFor();
    await goTo(page, 'Webhooks');
    await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await opened(page, 'Webhooks');
    const address = page.url();
    const answered = page.waitForResponse('**/test/withdraw');
    held.release();
    await (await answered).finished();
    assert.equal((await merchant.list('/v1/api/transactions')).length, 1);
    await pause(page);
    assert.equal(page.url(), address);
  });
});

test('an order that is on its way is not changed, and its form keeps the focus', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const label of ['Loja', 'Reserva']) {
    await merchant.call('POST', '/v1/api/wallets', {
      label,
      liquidAddress: randomTestAddress().address,
    });
  }
  await visit({ width: 1280, person }, async (page) => {
    const held = await holdAnswer(page, '**/test/deposit');
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    const [amount, wallet] = [form.getByLabel('Valor'), form.getByLabel('Carteira que recebe')];
    await wallet.waitFor();
    await orderCharge(form);
    await form.locator('button[data-loading]').waitFor();
    await amount.focus();
    await page.keyboard.type('9');
    await wallet.selectOption({ index: 1 });
    await form.getByRole('radio', { name: 'Eu' }).click();
    assert.equal(await amount.inputValue(), '50,00');
    assert.equal(await wallet.inputValue(), '');
    assert.equal(await form.getByRole('radio', { name: 'O cliente' }).isChecked(), true);
    assert.equal(await form.evaluate((it) => it.contains(document.activeElement)), true);
    held.release();
    await page.getByRole('dialog', { name: 'Cobrança criada' }).waitFor();
  });
});

test('a charge that may have been made is asked about before one leaves it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: OFFLINE }, async (page) => {
    await page.route('**/test/deposit', async (route) => {
      await route.fetch();
      return route.abort('internetdisconnected');
    });
    await page.goto(at('home'));
    await goTo(page, 'Depósitos');
    await opened(page, 'Depósitos');
    await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await orderCharge(form);
    await form.getByText('Não sabemos se a cobrança foi criada').waitFor();
    const question = form.getByRole('alertdialog', { name: /^Ainda não sabemos/ });
    await page.evaluate(() => window.history.back());
    await question.getByRole('button', { name: 'Voltar' }).click();
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'O que você procura?' }).fill('Saques');
    await page
      .getByRole('option', { name: /Saques/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Fechar mesmo assim' }).click();
    await form.waitFor({ state: 'detached' });
    await opened(page, 'Depósitos');
  });
});

async function orderCharge(form: Locator): Promise<void> {
  await form.getByLabel('Valor').fill('50,00');
  await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill(MARIA);
  await form.getByRole('button', { name: 'Criar cobrança' }).click();
}

async function orderWithdrawal(page: Page): Promise<void> {
  await page.getByLabel('Valor').fill('50,00');
  await page.getByLabel('Chave Pix de quem recebe').fill(MARIA);
  await page.getByLabel('Chave Pix de quem recebe').press('Enter');
  await page.getByRole('button', { name: 'Criar saque' }).click();
}

async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('link', { name, exact: true }).click();
}

/** What is done is done at once; its answer waits until it is released. */
async function holdAnswer(page: Page, url: string): Promise<{ release: () => void }> {
  const free = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await free.promise;
    return route.fulfill({ response });
  });
  return { release: () => free.resolve(undefined) };
}

/** Longer than an answer takes to change the page. */
function pause(page: Page): Promise<void> {
  return page.waitForTimeout(300);
}
