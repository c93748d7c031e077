import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import type { Locator } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { ADDRESS } from '../merchant.ts';
import { until } from '../receiver.ts';
import { focusIsIn, hasFocus } from './has-focus.ts';
import { makeCharge } from './make-charge.ts';
import { makeKey } from './make-key.ts';

const OTHER_ADDRESS = 'tex1qzavlepw453w44qqmhn2k8n7x0qcqm28asea6fwkcuhxdzvclkl7scxqzl8';
/** The browser's message about a refusal that the test provokes. */
const expected = /Failed to load resource/;

const { gateway, visit } = await openDashboardStage();

test('without a secure context charges can be created, and copying a key works', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.addInitScript(() => {
      // As if the address were neither localhost nor https.
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      Object.defineProperty(crypto, 'randomUUID', { value: undefined });
      document.addEventListener('copy', () => {
        const field = document.activeElement;
        Reflect.set(window, 'copied', field instanceof HTMLTextAreaElement && field.value);
      });
    });
    await page.goto(at('deposits?new=1'));
    const made = await makeCharge(page);
    await made.getByText('Aguardando', { exact: true }).waitFor();

    await page.goto(at('keys?nova=1'));
    const key = await makeKey(page);
    const copy = key.getByRole('button', { name: 'Copiar chave' });
    await copy.click();
    assert.equal(await page.evaluate(() => Reflect.get(window, 'copied')), await shownKey(key));
    await hasFocus(key.getByRole('button', { name: 'Copiado' }));
    await key.getByRole('button', { name: 'Concluir' }).click();
    await key.waitFor({ state: 'detached' });
  });
});

test('after viewing a charge, the next one starts empty and asks before it is discarded', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const made = await makeCharge(page);
    await made.getByRole('link', { name: 'Ver a cobrança' }).click();
    await made.waitFor({ state: 'detached' });
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Aguardando').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Nova cobrança' }).click();
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor').fill('10,00');
    await page.keyboard.press('Escape');
    await form.getByRole('alertdialog').waitFor();
  });
});

test('a created charge gets the focus, and then the amount of the next one', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const made = await makeCharge(page);
    await made.locator('p:focus', { hasText: /^R\$/ }).waitFor();
    await made.getByRole('button', { name: 'Nova cobrança' }).click();
    const next = page.getByRole('dialog', { name: 'Nova cobrança' });
    await hasFocus(next.getByLabel('Valor'));
  });
});

test('when a session ends under a dialog, the sign-in page keeps the focus', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected }, async (page) => {
    // Only where it is provoked: any other request could hit the end at a random moment.
    await page.route('**/search?*', (route) =>
      route.fulfill({ status: 401, json: { error: 'signed_out', message: 'Ended' } }),
    );
    await page.goto(at('deposits'));
    await page.getByRole('button', { name: /^Buscar/ }).click();
    const palette = page.getByRole('dialog', { name: 'Buscar' });
    await palette.getByRole('combobox').fill('maria');
    await palette.waitFor({ state: 'detached' });
    const title = page.getByRole('heading', { level: 1, name: 'Entrar', exact: true });
    await hasFocus(title);
    // The dialog gives the focus back after everything else that closing causes.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await hasFocus(title);
  });
});

test('all labels of a form have the same font size', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('keys?nova=1'));
    const labels = page.getByRole('dialog').locator('.mantine-InputWrapper-label');
    await labels.filter({ hasText: 'Quem usa' }).waitFor();
    const sizes = await labels.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).fontSize),
    );
    assert.deepEqual([...new Set(sizes)], ['16px']);
  });
});

test('a price is hidden until it belongs to the entered amount', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    const price = form.getByRole('status', { name: 'Preço' });
    await form.getByLabel('Valor').fill('50,00');
    await price.getByText('Cliente paga').waitFor();
    const height = await price.evaluate((line) => line.getBoundingClientRect().height);
    // The response for what comes next never arrives.
    await page.route('**/price?*', () => undefined);
    await form.getByLabel('Valor').fill('60,00');
    assert.equal((await price.innerText()).trim(), '');
    const asked = page.waitForRequest(/price\?amountCents=6000/);
    await asked;
    assert.equal((await price.innerText()).trim(), '');
    assert.equal(await price.evaluate((line) => line.getBoundingClientRect().height), height);
  });
});

test('a refusal is shown as advice for people, without API paths or parameters', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const make = (noun: string, body: object) => merchant.call('POST', `/v1/api/${noun}`, body);
  const link = await make('payment-links', { title: 'Aula' });
  const endpoint = await make('webhook-endpoints', { url: 'http://127.0.0.1:9/hook' });
  await make(`webhook-endpoints/${String(endpoint.body['id'])}/rotate-secret`, {});
  await visit({ width: 1280, person, expected }, async (page) => {
    await page.route(/\/live$/, (route) => route.abort());
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Excluir Aula' }).click();
    await merchant.call('DELETE', `/v1/api/payment-links/${String(link.body['id'])}`);
    const removal = page.getByRole('dialog', { name: 'Excluir link' });
    await removal.getByRole('button', { name: 'Excluir link' }).click();
    await removal.getByRole('alert').getByText('pode ter sido excluído').waitFor();

    await page.goto(at(`webhooks/${String(endpoint.body['id'])}`));
    await page.getByRole('button', { name: 'Trocar segredo' }).click();
    const rotation = page.getByRole('dialog', { name: 'Trocar o segredo' });
    await rotation.getByRole('button', { name: 'Trocar segredo' }).click();
    await rotation.getByRole('alert').getByText('O segredo anterior ainda vale').waitFor();
  });
});

test('an unavailable provider is reported, and resubmitting the charge reuses its key', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected }, async (page) => {
    const keys: (string | undefined)[] = [];
    await page.route('**/test/deposit', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      return route.fulfill({ status: 503, json: { error: 'not_configured', message: 'Paused' } });
    });
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor').fill('50,00');
    await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12345678909');
    await form.getByRole('button', { name: 'Criar cobrança' }).click();
    await form.getByRole('alert').getByText('não está disponível').waitFor();
    await form.getByRole('button', { name: 'Criar cobrança' }).click();
    await page.getByRole('dialog', { name: 'Cobrança criada' }).waitFor();
    assert.equal(keys[0], keys[1]);
  });
});

test('a busy button keeps the focus, and a refusal moves it to the field', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected }, async (page) => {
    await page.goto(at('wallets'));
    await page.getByRole('button', { name: 'Cadastrar carteira' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cadastrar carteira' });
    const address = dialog.getByLabel('Endereço Liquid');
    const save = dialog.getByRole('button', { name: 'Salvar carteira' });
    await address.fill(ADDRESS.test);
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/test/wallets', async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await held.promise;
      return route.continue();
    });
    await save.focus();
    await page.keyboard.press('Enter');
    await until(async () => (await save.getAttribute('aria-disabled')) === 'true', 10_000);
    await hasFocus(save);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)));
    held.resolve();
    await hasFocus(address);
    assert.equal(sent, 1);

    await address.fill(OTHER_ADDRESS);
    assert.equal(await dialog.getByLabel('Usar como padrão').isChecked(), false);
    await save.click();
    await page.getByText('Carteira salva. Ela não é a padrão.').waitFor();
  });
});

test('after two-factor set-up the focus returns to where it was started', async () => {
  const { person } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected }, async (page) => {
    await page.goto('/app/user');
    await page.getByRole('button', { name: 'Ativar' }).click();
    const setUp = page.getByRole('dialog', { name: 'Ativar a verificação em duas etapas' });
    const code = setUp.getByRole('textbox');
    await code.fill('000000');
    await setUp.getByRole('button', { name: 'Ativar' }).click();
    await until(async () => (await code.getAttribute('aria-invalid')) === 'true', 10_000);
    await hasFocus(code);
    const [, secret = ''] = /^([A-Z2-7 ]{16,})$/m.exec(await setUp.innerText()) ?? [];
    await code.fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate());
    await setUp.getByRole('button', { name: 'Ativar' }).click();
    const codes = page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' });
    await codes.getByRole('button', { name: 'Copiar códigos' }).waitFor();
    await focusIsIn(codes);
    await codes.getByRole('button', { name: 'Já guardei' }).click();
    await codes.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Novos códigos de recuperação' }));
  });
});

test('a page that fails to load links to the home page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /Failed|error/i }, async (page) => {
    await page.route(/\/app\/assets\/keys-.*\.js$/, (route) => route.abort());
    await page.goto(at('keys'));
    await page.getByRole('link', { name: 'Voltar ao início' }).click();
    await opened(page, 'Início');
  });
});

test('a page opened without a network says so, and opens once there is one', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person, expected: /Failed|Failure|error/i }, async (page, context) => {
    await page.goto(at('deposits'));
    await opened(page, 'Depósitos');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Início', exact: true }).click();
    await opened(page, 'Esta página não abriu');
    await page.getByText('Sem conexão com o servidor.').waitFor();
    await context.setOffline(false);
    await opened(page, 'Início');
  });
});

function shownKey(made: Locator): Promise<string> {
  return made.getByRole('region', { name: 'Chave de API' }).innerText();
}
