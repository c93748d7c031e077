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

test('an endpoint that is being saved all the same cannot be corrected into a second one', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.route('**/webhook-trials', (route) => route.fulfill({ json: REFUSED }));
    const held = await hold(page, '**/test/webhook-endpoints');
    const form = await openEndpoint(page, at('webhooks'));
    await form.getByLabel('URL do endpoint').fill('https://shop.example/hooks');
    await form.getByRole('button', { name: 'Testar e salvar' }).click();
    const correct = form.getByRole('button', { name: 'Corrigir' });
    await form.getByRole('button', { name: 'Salvar mesmo assim' }).click();
    await form.locator('button[data-loading]').waitFor();
    assert.equal(await correct.getAttribute('aria-disabled'), 'true');
    await correct.press('Enter');
    held.release();
    await page.getByRole('dialog', { name: 'Segredo do endpoint' }).waitFor();
    assert.equal((await merchant.list('/v1/api/webhook-endpoints')).length, 1);
  });
});

test('what is being sent cannot be edited, since the edit would be lost', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const tried = await hold(page, '**/webhook-trials', REFUSED);
    const endpoint = await openEndpoint(page, at('webhooks'));
    const url = endpoint.getByLabel('URL do endpoint');
    await url.fill('https://shop.example/hooks');
    await endpoint.getByRole('button', { name: 'Testar e salvar' }).click();
    await typesNothing(page, endpoint, url);
    await endpoint.getByRole('checkbox').first().click();
    assert.equal(await endpoint.getByRole('checkbox').first().isChecked(), true);
    tried.release();
    await endpoint.getByRole('button', { name: 'Corrigir' }).waitFor();
  });
  await visit({ width: 1280, person }, async (page) => {
    const made = await hold(page, '**/test/payment-links');
    await page.goto(at('links?new=1'));
    const link = page.getByRole('dialog', { name: 'Criar link' });
    const title = link.getByLabel('Título');
    await title.fill('Aula de violão');
    await link.getByRole('button', { name: 'Criar link' }).click();
    await typesNothing(page, link, title);
    made.release();
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
  });
});

const REFUSED = {
  at: '2026-11-21T17:05:00.000Z',
  durationMs: 12,
  responseStatus: 500,
  responseBody: null,
  error: null,
};

async function openEndpoint(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Adicionar endpoint' }).first().click();
  return page.getByRole('dialog');
}

async function typesNothing(page: Page, form: Locator, field: Locator): Promise<void> {
  await form.locator('button[data-loading]').waitFor();
  const before = await field.inputValue();
  await field.focus();
  await page.keyboard.type('x');
  assert.equal(await field.inputValue(), before);
}

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
