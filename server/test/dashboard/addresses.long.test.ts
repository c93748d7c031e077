import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
const SIGNED_OUT = /status of 401/;

test('a first visit asks for sign-in without claiming that a session has ended', async () => {
  for (const path of ['/app', '/app/user', '/app/acc_1/test/deposits?status=FAILED']) {
    await visit({ width: 1280, expected: SIGNED_OUT }, async (page) => {
      await page.goto(path);
      await opened(page, 'Entrar');
      await page.getByLabel('E-mail').waitFor();
      assert.equal(await page.getByText('Sua sessão terminou').count(), 0, path);
    });
  }
});

test('a newer mail link opened in the tab of an older one is used', async () => {
  const [older, newer] = ['a', 'b'].map((letter) => letter.repeat(32));
  for (const path of ['/app/confirm', '/app/invitation', '/app/reset-password']) {
    await visit({ width: 1280, expected: /status of 4/ }, async (page) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        const [, token] = /"token":"(\w+)"/.exec(request.postData() ?? '') ?? [];
        if (token !== undefined) sent.push(token);
      });
      for (const token of [older, newer]) {
        const answer = page.waitForResponse((one) => one.request().method() === 'POST');
        await page.goto(`${path}#${token}`);
        await answer;
        await page.locator('h1', { hasText: /venceu|não vale/ }).waitFor();
      }
      assert.deepEqual(sent, [older, newer], path);
    });
  }
});

test('not-found and error pages have exactly one main landmark and heading', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const addresses = ['/app/nothing-here', '/app/acc_1/test/home', '/app/operator/accounts'];
  await visit({ width: 1280, person }, async (page) => {
    for (const path of [...addresses, at('nothing-here')]) {
      await page.goto(path);
      await opened(page, 'Página não encontrada');
      assert.equal(await page.locator('main').count(), 1, path);
      assert.equal(await page.locator('main h1').count(), 1, path);
    }
  });
  await visit({ width: 1280, person, expected: /Failed|ApiFailure/ }, async (page) => {
    await page.route('**/app/api/me', (route) => route.fulfill({ status: 500 }));
    await page.goto('/app/user');
    await opened(page, 'Esta página não abriu');
    assert.equal(await page.locator('main h1').count(), 1);
  });
});

test('a missing detail is reported as missing, and links back to its list', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    for (const [section, missing, title] of [
      ['deposits', 'Este depósito não existe', 'Depósitos'],
      ['withdrawals', 'Este saque não existe', 'Saques'],
      ['withdrawal-requests', 'Este pedido não existe', 'Aprovações'],
      ['requests', 'Esta requisição não existe', 'Registros'],
      ['webhooks/deliveries', 'Esta entrega não existe', 'Webhooks'],
    ] as const) {
      await page.goto(at(`${section}/nope`));
      const drawer = page.getByRole('dialog');
      await drawer.getByText(missing).waitFor();
      assert.equal(await drawer.getByRole('button', { name: 'Tentar de novo' }).count(), 0);
      await drawer.getByRole('link', { name: 'Voltar à lista' }).click();
      await drawer.waitFor({ state: 'detached' });
      await opened(page, title);
    }
  });
});

test('Back undoes filters one by one, and a typed search as a whole', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const has = (search: Record<string, string>) =>
      page.waitForURL((url) => {
        const present = Object.fromEntries(url.searchParams);
        return JSON.stringify(present) === JSON.stringify(search);
      });
    await page.goto(at('deposits'));
    const status = page.getByLabel('Situação');
    await status.selectOption({ label: 'Falhou' });
    await has({ status: 'FAILED' });
    await page.getByLabel('Período').selectOption({ label: '7 dias' });
    await has({ status: 'FAILED', periodo: '7d' });
    const typed = page.getByRole('searchbox', { name: /^Código ou pedido/ });
    for (const text of ['or', 'order', 'order-7']) {
      await typed.fill(text);
      await has({ status: 'FAILED', periodo: '7d', q: text });
    }
    await page.goBack();
    await has({ status: 'FAILED', periodo: '7d' });
    assert.equal(await typed.inputValue(), '');
    await page.goBack();
    await has({ status: 'FAILED' });
    await page.goBack();
    await has({});
    assert.equal(await status.locator('option:checked').innerText(), 'Todas');
  });
});

test('an empty filter result is announced in an existing live region', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    await page.locator(`a[href*="${String(id)}"]`).waitFor();
    const region = page.locator('[aria-live]').filter({ hasText: /^$/ });
    const before = await region.evaluateAll((all) => {
      for (const one of all) one.setAttribute('data-before', '');
      return all.length;
    });
    assert.ok(before > 0);
    await page.getByLabel('Situação').selectOption({ label: 'Falhou' });
    const said = page.getByText('Nenhuma cobrança com estes filtros.');
    await page.locator('[aria-live][data-before]').filter({ has: said }).waitFor();
  });
});
