import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { endSessions } from './end-sessions.ts';
import { keepsFromLeaving } from './keeps-from-leaving.ts';

const { gateway, visit } = await openDashboardStage();
/** The browser's messages about a request without a network, and of a session that ended. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;
const LOST = /ERR_INTERNET_DISCONNECTED|status of 401|EventSource's response/;
const MARIA = '529.982.247-25';

test('the response to a withdrawal does not redirect after the page was left', async () => {
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

test('a withdrawal is not created if its page is left before step-up', async () => {
  const { merchant, at } = await openDashboardShop(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'owner' }, { isFresh: false });
  await visit({ width: 1280, person, expected: /status of 403/ }, async (page) => {
    const orders: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') orders.push(new URL(request.url()).pathname);
    });
    await page.goto(at('home'));
    await goTo(page, 'Saques');
    await opened(page, 'Saques');
    await page.getByRole('link', { name: 'Novo saque' }).first().click();
    await opened(page, 'Novo saque');
    await orderWithdrawal(page);
    const asked = page.getByRole('dialog', { name: 'Confirme que é você' });
    await asked.waitFor();
    await page.evaluate(() => window.history.back());
    await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await opened(page, 'Saques');
    await asked.waitFor({ state: 'detached' });
    await pause(page);
    assert.equal(orders.filter((path) => path.endsWith('/withdraw')).length, 1);
  });
});

test('a withdrawal of unknown outcome when the session ends is resolved after sign-in', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: LOST }, async (page) => {
    const orders = async () => (await merchant.list('/v1/api/transactions')).length;
    await page.route('**/test/withdraw', async (route) => {
      if ((await orders()) > 0) return route.fallback();
      await route.fetch();
      await endSessions(gateway, person);
      return route.abort('internetdisconnected');
    });
    await page.goto(at('withdrawals/new'));
    await orderWithdrawal(page);
    const notices = page.getByRole('region', { name: 'Avisos' });
    await notices.getByText('Sua sessão terminou.').waitFor();
    await page.getByText(/^(Não|Ainda não) sabemos se o saque foi criado/).waitFor();
    await endSessions(gateway, person, { areOver: false });
    await page.getByRole('heading', { name: 'Envie os DePix' }).waitFor({ timeout: 60_000 });
    assert.equal(await orders(), 1);
  });
});

test('an order in flight cannot be edited, and its form keeps the focus', async () => {
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

test('leaving a charge of unknown outcome asks for confirmation', async () => {
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
    await opened(page, 'Saques');
    assert.equal(await form.count(), 0);
  });
});

test('closing or leaving a dialog while a secret is in flight asks for confirmation', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const endpoint = await merchant.call('POST', '/v1/api/webhook-endpoints', {
    url: 'https://shop.example/hooks',
  });
  const places = [
    {
      path: at(`webhooks/${String(endpoint.body['id'])}`),
      begin: 'Trocar segredo',
      sent: '**/webhook-endpoints/*/rotate*',
      made: 'Segredo do endpoint',
    },
    { path: at('keys?nova=1'), sent: '**/test/keys', made: 'Chave criada' },
  ];
  for (const { path, begin, sent, made } of places) {
    await visit({ width: 1280, person }, async (page) => {
      const held = await holdAnswer(page, sent);
      await page.goto(path);
      const form = page.getByRole('dialog');
      if (begin !== undefined) await page.getByRole('button', { name: begin }).click();
      else await form.getByLabel('Nome').fill('Loja virtual');
      await form.getByRole('button', { name: /^(Trocar segredo|Criar chave)$/ }).click();
      await asksBeforeClosing(page, form);
      held.release();
      await page.getByRole('dialog', { name: made }).waitFor();
      assert.equal(await form.getByRole('alertdialog').count(), 0);
    });
  }
});

test('closing a dialog while recovery codes are in flight asks for confirmation', async () => {
  const { person } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const held = await holdAnswer(page, '**/totp/confirm');
    await page.goto('/app/user');
    await page.getByRole('button', { name: 'Ativar' }).click();
    const setUp = page.getByRole('dialog', { name: 'Ativar a verificação em duas etapas' });
    const said = await setUp.innerText();
    const [, secret = ''] = /^([A-Z2-7 ]{16,})$/m.exec(said) ?? [];
    const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate();
    await setUp.getByLabel('Código', { exact: false }).last().fill(code);
    await setUp.getByRole('button', { name: 'Ativar' }).click();
    await asksBeforeClosing(page, setUp);
    held.release();
    const codes = page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' });
    await codes.getByRole('button', { name: 'Copiar códigos' }).click();
    await codes.getByRole('button', { name: 'Já guardei' }).click();

    const renewed = await holdAnswer(page, '**/recovery-codes');
    await page.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click();
    const renewal = page.getByRole('dialog', { name: 'Gerar novos códigos de recuperação' });
    await renewal.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click();
    await asksBeforeClosing(page, renewal);
    renewed.release();
    await codes.waitFor();
  });
});

/** It waits for its response, and neither Escape nor a reload ends that without asking. */
async function asksBeforeClosing(page: Page, dialog: Locator): Promise<void> {
  await dialog.locator('button[data-loading]').waitFor();
  await page.keyboard.press('Escape');
  const question = dialog.getByRole('alertdialog', { name: /^A resposta ainda não chegou/ });
  await question.getByRole('button', { name: 'Voltar' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await keepsFromLeaving(page), true);
}

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

/** The action is executed immediately; its response is held until released. */
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

/** Longer than a response takes to change the page. */
function pause(page: Page): Promise<void> {
  return page.waitForTimeout(300);
}
