import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardStage, readMail } from '../dashboard-stage.ts';
import { ADDRESS } from '../merchant.ts';
import { openReceiver, until } from '../receiver.ts';
import { newEmail, PASSWORD } from '../visitor.ts';
import { focusIsIn, hasFocus } from './has-focus.ts';
import { type Keyboard, openKeyboard } from './keyboard.ts';

const { visit } = await openDashboardStage();
const permissions = ['clipboard-read', 'clipboard-write'];
/** Nobody is signed in at first. */
const expected = /status of 401/;

test('a shop gets from sign-up to a resent webhook by keyboard alone', async () => {
  const receiver = await openReceiver();
  await visit({ width: 1280, permissions, expected }, async (page) => {
    const keyboard = openKeyboard(page);
    await signUpByKeyboard(page, keyboard);
    await addWalletByKeyboard(page, keyboard);
    await makeKeyByKeyboard(page, keyboard);
    await takePixByKeyboard(page, keyboard);
    await addEndpointByKeyboard(page, keyboard, receiver.url);
    await resendByKeyboard(page, keyboard);
    await goTo(page, keyboard, 'Início', 'Início');
    await page.getByText('Tudo pronto').or(page.getByText('5 de 5')).first().waitFor();
    assert.deepEqual([...new Set(keyboard.lost)], []);
  });
  await until(() => receiver.received.length === 3);
  const [, first, again] = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(first, again);
});

test('a shop can sign up and be paid on a phone, by touch and in English', async () => {
  const phone = { width: 360, height: 740, touch: true, language: 'en', expected } as const;
  await visit(phone, async (page) => {
    const email = newEmail();
    await page.goto('/app/');
    await page.getByRole('link', { name: 'Create an account' }).tap();
    await opened(page, 'Create an account');
    await page.getByLabel('E-mail').fill(email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create an account' }).tap();
    await opened(page, 'Confirm your e-mail');
    await page.goto((await readMail(page, email)).link);
    await opened(page, 'Home');

    await page.getByRole('navigation', { name: 'Shortcuts' }).getByText('Charge').tap();
    const dialog = page.getByRole('dialog', { name: 'New charge' });
    await dialog.getByLabel('Amount').fill('50.00');
    await dialog.getByLabel('CPF or CNPJ of the payer').fill('123.456.789-09');
    await dialog.getByRole('button', { name: 'Create charge' }).tap();
    const made = page.getByRole('dialog', { name: 'Charge created' });
    await made.getByRole('button', { name: 'Pay as the expected payer' }).tap();
    await made.getByText('Confirmed', { exact: true }).waitFor();
    await made.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('list', { name: 'Deposits' }).getByText('Confirmed').waitFor();

    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('link', { name: 'Transactions', exact: true }).tap();
    await opened(page, 'Transactions');
    await page.getByText('R$').first().waitFor();
    await isNoWider(page);
  });
});

async function signUpByKeyboard(page: Page, keyboard: Keyboard): Promise<void> {
  const email = newEmail();
  await page.goto('/app/');
  await keyboard.press(page.getByRole('link', { name: 'Criar conta' }));
  await opened(page, 'Criar conta');
  await keyboard.fill(page.getByLabel('E-mail'), email);
  await keyboard.fill(page.locator('input[name=password]'), PASSWORD);
  await keyboard.fill(page.getByLabel('Nome da loja'), 'Empório Jacarandá');
  await page.keyboard.press('Enter');
  await opened(page, 'Confirme seu e-mail');
  await page.goto((await readMail(page, email)).link);
  await opened(page, 'Início');
  // The link's token is gone from the address.
  assert.ok(!page.url().includes('#'), page.url());
}

async function addWalletByKeyboard(page: Page, keyboard: Keyboard): Promise<void> {
  await goTo(page, keyboard, 'Carteiras', 'Carteiras');
  const add = page.getByRole('button', { name: 'Cadastrar carteira' });
  await keyboard.press(add);
  const dialog = page.getByRole('dialog', { name: 'Cadastrar carteira' });
  await focusIsIn(dialog);
  await keyboard.fill(dialog.getByLabel('Endereço Liquid'), ADDRESS.test);
  await keyboard.fill(dialog.getByLabel('Nome da carteira'), 'Cofre');
  await keyboard.press(dialog.getByRole('button', { name: 'Salvar carteira' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('table').getByText('Cofre').waitFor();
  await hasFocus(add);
}

async function makeKeyByKeyboard(page: Page, keyboard: Keyboard): Promise<void> {
  await goTo(page, keyboard, 'Chaves', 'Chaves de API');
  await keyboard.press(page.getByRole('button', { name: 'Criar chave' }));
  const form = page.getByRole('dialog', { name: 'Nova chave de API' });
  await keyboard.fill(form.getByLabel('Nome'), 'Loja virtual');
  await keyboard.press(form.getByRole('button', { name: 'Criar chave' }));
  const made = page.getByRole('dialog', { name: 'Chave criada' });
  const key = await made.getByRole('region', { name: 'Chave de API' }).innerText();
  assert.match(key, /^\w{20,}$/);
  await keyboard.press(made.getByRole('button', { name: 'Copiar chave' }));
  await keyboard.press(made.getByRole('button', { name: 'Concluir' }));
  await made.waitFor({ state: 'detached' });
  await page.getByRole('table').getByText('Loja virtual').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
  assert.ok(!(await page.content()).includes(key));
}

async function takePixByKeyboard(page: Page, keyboard: Keyboard): Promise<void> {
  await goTo(page, keyboard, 'Depósitos', 'Depósitos');
  await keyboard.press(page.getByRole('button', { name: 'Nova cobrança' }).first());
  const form = page.getByRole('dialog', { name: 'Nova cobrança' });
  await keyboard.fill(form.getByLabel('Valor'), '50,00');
  await keyboard.fill(form.getByLabel('CPF ou CNPJ de quem vai pagar'), '12345678909');
  await keyboard.press(form.getByRole('button', { name: 'Criar cobrança' }));
  const made = page.getByRole('dialog', { name: 'Cobrança criada' });
  await keyboard.press(made.getByRole('button', { name: 'Pagar como o titular' }));
  await made.getByText('Confirmado', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await made.waitFor({ state: 'detached' });
  await page.getByRole('table').getByText('Confirmado', { exact: true }).waitFor();
}

async function addEndpointByKeyboard(page: Page, keyboard: Keyboard, url: string): Promise<void> {
  await goTo(page, keyboard, 'Webhooks', 'Webhooks');
  await keyboard.press(page.getByRole('button', { name: 'Adicionar endpoint' }));
  const form = page.getByRole('dialog', { name: 'Novo endpoint' });
  await keyboard.fill(form.getByLabel('URL do endpoint'), url);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Segredo do endpoint' });
  await made.getByText('Seu endpoint respondeu 200').waitFor();
  await keyboard.press(made.getByRole('button', { name: 'Copiar segredo' }));
  await keyboard.press(made.getByRole('button', { name: 'Concluir' }));
  await made.waitFor({ state: 'detached' });
}

async function resendByKeyboard(page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.reach(page.getByRole('tab', { name: 'Endpoints' }));
  await page.keyboard.press('ArrowRight');
  await hasFocus(page.getByRole('tab', { name: 'Entregas' }));
  const row = page.getByRole('table').getByRole('link', { name: 'Evento de teste' });
  await keyboard.press(row);
  const drawer = page.getByRole('dialog', { name: 'Entrega' });
  await keyboard.press(drawer.getByRole('button', { name: 'Reenviar' }));
  const newest = drawer.getByRole('tab').first();
  await drawer.getByRole('tab', { name: /^Tentativa 2: respondeu 200/ }).waitFor();
  assert.match(await newest.innerText(), /Tentativa 2/);
  assert.equal(await newest.getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}

/** Through the menu; the heading then has the focus, so that a screen reader continues there. */
async function goTo(page: Page, keyboard: Keyboard, entry: string, title: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await keyboard.press(menu.getByRole('link', { name: entry, exact: true }));
  await opened(page, title);
  await hasFocus(page.getByRole('heading', { level: 1 }));
}

async function isNoWider(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  assert.equal(scrollWidth, clientWidth);
}
