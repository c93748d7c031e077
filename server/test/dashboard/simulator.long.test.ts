import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { until } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();

test('a simulator action keeps the focus, and no other can start meanwhile', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    const sent: string[] = [];
    await page.route('**/sandbox/deposits/**', async (route) => {
      sent.push(new URL(route.request().url()).pathname);
      await free.promise;
      return route.fallback();
    });
    await page.goto(at(`simulator?id=${String(id)}`));
    const pay = page.getByRole('button', { name: /^Titular correto/ });
    await pay.press('Enter');
    await until(async () => (await pay.getAttribute('aria-disabled')) === 'true');
    // One frame, after which a disabled button would have lost it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.equal(await pay.evaluate((it) => it === document.activeElement), true);
    await page.getByRole('button', { name: /^Ninguém paga/ }).press('Enter');
    free.resolve(undefined);
    await page.getByText('Confirmado', { exact: true }).first().waitFor();
    assert.equal(sent.length, 1);
  });
});

test('a withdrawal that can still be canceled is not shown as finished', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.withdraw();
  await visit({ width: 1280, person }, async (page) => {
    await page.route(`**/withdrawals/${String(id)}`, async (route) => {
      const response = await route.fetch();
      const detail = (await response.json()) as object;
      return route.fulfill({ response, json: { ...detail, status: 'PROCESSING' } });
    });
    await page.goto(at(`simulator?tipo=saques&id=${String(id)}`));
    await page.getByRole('button', { name: /^O provedor cancela/ }).waitFor();
    assert.equal(await page.getByText('Nada mais acontece com esta operação.').count(), 0);
  });
});

test('retrying an order in progress reuses its idempotency key', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 409/ }, async (page) => {
    const keys: (string | undefined)[] = [];
    await page.route('**/test/deposit', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      return route.fulfill({ status: 409, json: { error: 'in_progress', message: 'Ainda.' } });
    });
    await page.goto(at('simulator'));
    const create = page.getByRole('button', { name: 'Criar cobrança de teste' });
    await create.click();
    await page.getByText('A solicitação ainda está sendo processada.').waitFor();
    await create.click();
    await page.getByRole('button', { name: /^Titular correto/ }).waitFor();
    assert.equal(keys[0], keys[1]);
  });
});

test('the prefilled amount is formatted for the language', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await person.call('PATCH', '/me', { language: 'en' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('simulator'));
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.waitFor();
    assert.equal(await amount.inputValue(), '50.00');
  });
});
