import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
const MARIA = '529.982.247-25';

test('the form of a charge does not move when the wallets arrive', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const label of ['Loja', 'Reserva']) {
    await merchant.call('POST', '/v1/api/wallets', {
      label,
      liquidAddress: randomTestAddress().address,
    });
  }
  for (const width of [1280, 360]) {
    await visit({ width, person }, async (page) => {
      const held = await hold(page, '**/wallets?*');
      await page.goto(at('deposits?new=1'));
      const form = page.getByRole('dialog', { name: 'Nova cobrança' });
      await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill(MARIA);
      const places = () =>
        Promise.all([topOf(form.getByRole('radiogroup')), topOf(form.getByText('Criar cobrança'))]);
      const before = await places();
      held.release();
      const reserve = form.locator('option', { hasText: 'Reserva' });
      await reserve.waitFor({ state: 'attached' });
      assert.deepEqual(await places(), before, String(width));
    });
  }
});

test('an empty list of deliveries does not say that there were none yet, since old ones are deleted', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const order = { url: 'https://shop.example/hooks' };
  const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', order);
  for (const section of ['webhooks?aba=entregas', `webhooks/${String(body['id'])}`]) {
    await visit({ width: 1280, person }, async (page) => {
      await page.goto(at(section));
      await page.getByText('Nenhum evento registrado.').waitFor();
    });
  }
});

async function topOf(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.y ?? -1);
}

/** The response, the server's own or this one, is held until it is released. */
async function hold(page: Page, url: string, json?: object): Promise<{ release: () => void }> {
  const free = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    const response = json === undefined ? await route.fetch() : undefined;
    await free.promise;
    return route.fulfill({ ...(response && { response }), ...(json && { json }) });
  });
  return { release: () => free.resolve(undefined) };
}
