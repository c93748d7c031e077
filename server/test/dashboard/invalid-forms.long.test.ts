import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { openReceiver, until } from '../receiver.ts';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';

const { gateway, visit } = await openDashboardStage();

test('submitting an invalid form moves the focus to the invalid field', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { url } = await openReceiver();
  const made = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
  await visit({ width: 1280, person, expected: /status of 400/ }, async (page) => {
    await page.goto(at(`webhooks/${String(made.body['id'])}`));
    await page.getByRole('button', { name: 'Reenviar desde…' }).click();
    const since = page.getByLabel('Desde (horário de Brasília)');
    await since.fill('');
    await page.getByRole('button', { name: 'Reenviar', exact: true }).click();
    await leadsTo(since);

    await page.goto(at('simulator'));
    const amount = page.getByLabel('Valor').first();
    await amount.fill('1,00');
    await page.getByRole('button', { name: 'Criar cobrança de teste' }).click();
    await leadsTo(amount);

    await page.goto(at('webhooks'));
    await page.getByRole('button', { name: 'Adicionar endpoint' }).click();
    const endpoint = page.getByRole('dialog', { name: 'Novo endpoint' });
    const address = endpoint.getByLabel('URL do endpoint');
    const save = endpoint.getByRole('button', { name: 'Testar e salvar' });
    await save.click();
    await leadsTo(address);
    await address.fill('https://user:secret@shop.example/hook');
    await save.click();
    await leadsTo(address);
    // Only the server knows that this one must not be used.
    await address.fill('http://169.254.169.254/hook');
    await save.click();
    await leadsTo(address);
    await endpoint.getByText('O gateway não envia para redes internas').waitFor();
    assert.doesNotMatch(await endpoint.innerText(), /\burl\b/);
    await address.fill(url);
    for (const event of await endpoint.getByRole('checkbox').all()) await event.uncheck();
    await save.click();
    await leadsTo(endpoint.getByRole('checkbox').first());
  });
});

test('what the server refused stays marked until it is changed, although the field is left', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 390, person, expected: /status of 4/ }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const charge = page.getByRole('dialog', { name: 'Nova cobrança' });
    const payer = charge.getByLabel('CPF ou CNPJ de quem vai pagar');
    await charge.getByLabel('Valor').fill('50,00');
    await payer.fill('00000000001');
    await payer.press('Enter');
    const declined = charge.getByText('O provedor recusou este pagador.');
    await declined.first().waitFor();
    await payer.focus();
    await elsewhere(page);
    assert.equal(await payer.inputValue(), '000.000.000-01');
    assert.equal(await payer.getAttribute('aria-invalid'), 'true');
    // In the summary and at the field.
    assert.equal(await declined.count(), 2);
    await payer.fill('12345678909');
    await elsewhere(page);
    await declined.first().waitFor({ state: 'detached' });
  });
  for (const [path, name, send] of [
    ['deposits?new=1', 'Nova cobrança', 'Criar cobrança'],
    ['links?new=1', 'Criar link', 'Criar link'],
  ] as const) {
    await visit({ width: 1280, person, expected: /status of 400/ }, async (page) => {
      await page.route(/\/(deposit|payment-links)$/, (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        const json = { error: 'invalid_amount', message: 'O limite deste pagador é outro.' };
        return route.fulfill({ status: 400, json });
      });
      await page.goto(at(path));
      const form = page.getByRole('dialog', { name });
      const amount = form.getByLabel(/^Valor/);
      await amount.fill('50,00');
      if (path.startsWith('links')) await form.getByLabel('Título').fill('Aula');
      else await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12345678909');
      await form.getByRole('button', { name: send }).click();
      await amount.and(page.locator('[aria-invalid="true"]')).waitFor();
      await amount.focus();
      await elsewhere(page);
      assert.equal(await amount.getAttribute('aria-invalid'), 'true', path);
      await amount.fill('40,00');
      await elsewhere(page);
      await amount.and(page.locator(':not([aria-invalid="true"])')).waitFor();
    });
  }
});

test('a person reads what is wrong with the URL of an endpoint, in live mode and English too', async () => {
  const { merchant, person } = await openDashboardShop(gateway);
  await person.call('PATCH', '/me', { language: 'en' });
  await visit({ width: 360, person, expected: /status of 400/ }, async (page) => {
    await page.goto(`/app/${merchant.accountId}/live/webhooks`);
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const endpoint = page.getByRole('dialog', { name: 'New endpoint' });
    const address = endpoint.getByLabel('Endpoint URL');
    for (const [typed, advice] of [
      ['http://shop.example/hook', 'Change http:// to https://.'],
      ['https://shop example/hook', 'Remove the spaces'],
      ['https://', 'The address after https:// is missing'],
      ['https://localhost:3000/hook', 'Use the address of your system on the internet.'],
    ] as const) {
      await address.fill(typed);
      await address.press('Enter');
      await leadsTo(address);
      await endpoint.getByText(advice).waitFor();
    }
  });
});

test('submitting an invalid operator action moves the focus to the invalid field', async () => {
  const { merchant } = await openDashboardShop(gateway);
  const operator = await openPerson(gateway, {}, { isOperator: true });
  await visit({ width: 1280, person: operator }, async (page) => {
    await page.goto(`/app/operator/accounts/${merchant.accountId}`);
    await page.getByRole('button', { name: 'Mudar teste' }).click();
    const form = page.getByRole('dialog', { name: 'Mudar teste' });
    const rate = form.getByLabel('Leituras por segundo');
    await rate.fill('0');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await leadsTo(rate);
    await rate.fill('7');
    for (const [at, most] of [
      [0, '1,99'],
      [1, '100,00'],
    ] as const) {
      const fee = form.getByLabel('Parte fixa, em R$').nth(at);
      await fee.fill('99999999999999');
      await form.getByRole('button', { name: 'Salvar' }).click();
      await leadsTo(fee);
      await form.getByText(`Escreva de 0,00 a ${most}.`).waitFor();
      await fee.fill('0,50');
    }
    await form.getByRole('button', { name: 'Salvar' }).click();
    await leadsTo(form.getByLabel('Motivo'));
    await page.keyboard.press('Escape');
    const question = form.getByRole('alertdialog', { name: /será perdido/ });
    await question.getByRole('button', { name: 'Voltar' }).click();
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Fechar mesmo assim' }).click();
    await form.waitFor({ state: 'hidden' });

    await page.goto('/app/operator/audit');
    await page.getByRole('button', { name: 'Conferir a cadeia' }).click();
    const head = page.getByLabel(/^Soma guardada/);
    await head.fill('abc');
    await head.press('Enter');
    await leadsTo(head);
  });
});

test('an empty step-up form says what is missing', async () => {
  const person = await openPerson(gateway, {}, { isFresh: false });
  await gateway.app.db`update users set password_hash = 'x' where id = ${person.userId}`;
  await visit({ width: 1280, person, expected: /status of 403/ }, async (page) => {
    await page.goto('/app/user');
    await page.getByRole('button', { name: 'Ativar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await leadsTo(dialog.locator('input[autocomplete=current-password]'));
    await dialog.getByText('Informe a senha.').waitFor();
  });
});

test('whoever does not confirm an act is told how it goes on, and of no failure', async () => {
  const { merchant, at } = await openDashboardShop(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'owner' }, { isFresh: false });
  await visit({ width: 390, person, expected: /status of 403/ }, async (page) => {
    await page.goto(at('wallets'));
    await page.getByRole('button', { name: 'Cadastrar carteira' }).first().click();
    const form = page.getByRole('dialog', { name: 'Cadastrar carteira' });
    await form.getByLabel('Endereço Liquid', { exact: true }).fill(randomTestAddress().address);
    await form.getByRole('button', { name: 'Salvar carteira' }).click();
    await page.getByRole('dialog', { name: 'Confirme que é você' }).press('Escape');
    const told = form.getByRole('alert').filter({ hasText: 'para continuar' });
    await told.waitFor();
    assert.doesNotMatch(await told.innerText(), /Código do erro/);
  });
});

test('what is wrong with the field that has the focus already is announced, each time', async () => {
  const person = await openPerson(gateway, {}, { isFresh: false });
  await gateway.app.db`update users set password_hash = 'x' where id = ${person.userId}`;
  await visit({ width: 360, person, expected: /status of 40[13]/ }, async (page) => {
    await page.goto('/app/user');
    await page.getByRole('button', { name: 'Ativar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    const field = dialog.locator('input[autocomplete=current-password]');
    const announced = page.locator('.ui-toasts [aria-live] .ui-unseen');
    let before = '';
    for (const [typed, advice] of [
      ['', 'Informe a senha.'],
      ['', 'Informe a senha.'],
      ['not the one', 'A senha não confere.'],
    ] as const) {
      await field.fill(typed);
      await field.press('Enter');
      await dialog.getByText(advice).waitFor();
      const isNew = async () => (await announced.textContent()) !== before;
      await until(isNew, 5_000);
      before = (await announced.textContent()) ?? '';
      assert.equal(before.trim(), advice);
    }
  });
});

test('a step-up dialog that fails to load is reported, and the page stays', async () => {
  const person = await openPerson(gateway, {}, { isFresh: false });
  await visit({ width: 1280, person, expected: /Failed to load resource/ }, async (page) => {
    const lost = /\/app\/assets\/step-up-dialog-.*\.js$/;
    await page.route(lost, (route) => route.abort());
    await page.goto('/app/user');
    const act = page.getByRole('button', { name: 'Ativar' });
    await act.click();
    const notices = page.getByRole('region', { name: 'Avisos' });
    await notices.getByText(/^Esta parte da página não abriu/).waitFor();
    await page.unroute(lost);
    await notices.getByRole('button', { name: 'Recarregar a página' }).click();
    await act.click();
    await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  });
});

async function leadsTo(field: Locator): Promise<void> {
  const isThere = () =>
    field.evaluate(
      (it) => it === document.activeElement && it.getAttribute('aria-invalid') === 'true',
    );
  await until(isThere, 10_000);
  // What leads there is finished, and the next try begins elsewhere.
  await elsewhere(field.page());
}

async function elsewhere(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}
