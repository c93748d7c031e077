import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createKey } from '../../src/api-keys/create-key.ts';
import { newId } from '../../src/ids.ts';
import { insertSession } from '../../src/sessions/store.ts';
import { newToken } from '../../src/platform/token.ts';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openReceiver, until } from '../receiver.ts';
import { endSessions } from './end-sessions.ts';
import { focusIsIn, hasFocus } from './has-focus.ts';
import { openKeyboard } from './keyboard.ts';
import { returnPayment } from './return-payment.ts';

const { gateway, visit } = await openDashboardStage();

test('ending a session or revoking an invitation moves the focus to its section’s heading', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await insertSession(gateway.app.db, {
    id: newId('ses'),
    userId: person.userId,
    tokenHash: newToken().hash,
    isHalfOpen: false,
    isVerified: true,
    userAgent: 'test',
    address: '127.0.0.1',
  });
  const order = { email: `ana.${merchant.accountId}@a.example`, role: 'viewer' };
  await person.call('POST', `/accounts/${merchant.accountId}/invitations`, order);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto('/app/user');
    const sessions = page.getByRole('table').getByRole('button', { name: /^Encerrar/ });
    await sessions.press('Enter');
    await page.getByText('Conexão encerrada.').waitFor();
    await isAtHeading(page, 'Onde você está conectado');
    await page.goto(at('settings/team'));
    await page.getByRole('button', { name: /^Cancelar convite de/ }).press('Enter');
    await page.getByText(/^Convite cancelado/).waitFor();
    await isAtHeading(page, 'Convites em aberto');
  });
});

test('an alert that leaves the list when marked as seen passes the focus to the next one', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const amountCents of [5_000, 6_000]) await returnPayment(merchant, amountCents);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('alerts?vistos=nao'));
    const cards = page.getByRole('article');
    await until(async () => (await cards.count()) === 2, 20_000);
    await cards.first().getByRole('button', { name: 'Marcar como visto' }).press('Enter');
    await until(async () => (await cards.count()) === 1, 20_000);
    await hasFocus(cards.getByRole('heading', { level: 2 }));
  });
});

test('turning a page moves the focus from below the list to its heading, which is in sight', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { accountId } = merchant;
  for (let left = 60; left > 0; left -= 1) {
    const order = { accountId, mode: 'test', scopes: ['read:balance'], name: 'Loja' } as const;
    await createKey(gateway.app.db, order);
  }
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('keys'));
    const said = page.getByRole('navigation', { name: 'Páginas da lista' }).locator('[aria-live]');
    for (const [name, number] of [
      ['Mais antigas', 2],
      ['Mais novas', 1],
      // It is in memory already.
      ['Mais antigas', 2],
    ] as const) {
      await page.getByRole('button', { name }).press('Enter');
      await said.getByText(`Página ${String(number)} da lista`).waitFor();
      await isAtHeading(page, 'Chaves de API');
      const heading = page.getByRole('heading', { name: 'Chaves de API' });
      const top = await heading.evaluate((it) => it.getBoundingClientRect().top);
      assert.ok(top >= 0 && top < 740, `${String(top)} px`);
    }
  });
});

test('notices over a dialog can be reached from it by keyboard, and lead back into it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person, expected: /status of 401|EventSource/ }, async (page) => {
    await page.goto(at('links?new=1'));
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Aula de violão');
    await endSessions(gateway, person);
    await form.getByRole('button', { name: 'Criar link' }).click();
    const notices = page.getByRole('region', { name: 'Avisos' });
    const signIn = notices.getByRole('button', { name: 'Entrar' });
    await signIn.waitFor();
    const keyboard = openKeyboard(page);
    await keyboard.press(form.getByRole('button', { name: 'Ir para os avisos' }));
    await hasFocus(signIn);
    for (const key of ['Shift+Tab', 'Tab']) {
      await signIn.focus();
      if (key === 'Tab') await keyboard.reach(notices.getByRole('button', { name: 'Fechar' }));
      await page.keyboard.press(key);
      await focusIsIn(form);
    }
    await notices.getByRole('button', { name: 'Fechar' }).press('Enter');
    await focusIsIn(form);
    assert.equal(await form.getByRole('button', { name: 'Ir para os avisos' }).count(), 0);
    assert.deepEqual(keyboard.lost, []);
  });
});

test('an undo notice stays while focused or hovered, and disappears afterwards', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.call('POST', '/v1/api/payment-links', { title: 'Kombucha' });
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    await page.goto(at('links'));
    await page.getByRole('switch').press('Space');
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await undo.focus();
    await page.clock.runFor(20_000);
    await page.locator('.ui-toast').hover();
    await undo.blur();
    await page.clock.runFor(20_000);
    assert.equal(await undo.count(), 1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(9_000);
    await undo.waitFor({ state: 'detached' });
  });
});

test('a button that disappears after its action does not lose the focus', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { url } = await openReceiver();
  const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
  const endpoint = at(`webhooks/${String(body['id'])}`);
  await merchant.call('PATCH', `/v1/api/webhook-endpoints/${String(body['id'])}`, {
    enabled: false,
  });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(endpoint);
    await page.getByRole('button', { name: 'Ativar' }).press('Enter');
    const test = page.getByRole('button', { name: 'Enviar evento de teste' });
    await test.waitFor();
    await isSomewhere(page);

    await page.goto(at('home'));
    await page.getByRole('button', { name: 'Ocultar' }).press('Enter');
    await page.getByRole('button', { name: 'Mostrar primeiros passos' }).waitFor();
    await isSomewhere(page);

    await page.goto(at('deposits?status=FAILED'));
    await page.getByRole('button', { name: 'Limpar filtros' }).first().press('Enter');
    await page.waitForURL((address) => !address.searchParams.has('status'));
    await isSomewhere(page);
  });
});

test('retrying a failed list does not lose the focus', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 404/ }, async (page) => {
    const wallets = /\/app\/api\/.*\/wallets(\?|$)/;
    const fault = { error: 'not_found', message: 'Não.' };
    await page.route(wallets, (route) => route.fulfill({ status: 404, json: fault }));
    await page.goto(at('wallets'));
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await again.waitFor();
    await page.unroute(wallets);
    await again.press('Enter');
    await again.waitFor({ state: 'detached' });
    await isSomewhere(page);
  });
});

async function isAtHeading(page: Page, name: string): Promise<void> {
  await hasFocus(page.getByRole('heading', { name, exact: true }));
}

/** A lost focus is restored within a moment. */
async function isSomewhere(page: Page): Promise<void> {
  await until(() => page.evaluate(() => document.activeElement !== document.body), 3_000);
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => document.activeElement === document.body), false);
}
