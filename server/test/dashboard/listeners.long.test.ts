import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a listener endpoint, which has no web URL, can be edited', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { body } = await merchant.call('POST', '/v1/api/listeners', { name: 'desk' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`webhooks/${String(body['endpointId'])}`));
    await page.getByRole('button', { name: 'Alterar' }).click();
    const form = page.getByRole('dialog', { name: 'Alterar endpoint' });
    await form.getByLabel(/^Descrição/).fill('Caixa da loja');
    await form.getByRole('button', { name: 'Salvar' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('Caixa da loja').waitFor();
    const [endpoint] = await merchant.list('/v1/api/webhook-endpoints');
    assert.equal(endpoint?.['url'], 'listener://desk');
  });
});

test('a deleted endpoint disappears from the list immediately', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const url = 'https://shop.example/hook';
  await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('webhooks'));
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'Excluir' }).click();
    const dialog = page.getByRole('dialog', { name: 'Excluir endpoint' });
    await dialog.getByRole('textbox').fill('shop.example');
    await dialog.getByRole('button', { name: 'Excluir endpoint' }).click();
    await opened(page, 'Webhooks');
    await page.getByText('Endpoint excluído.').waitFor();
    await page.getByText('Nenhum endpoint ainda.').waitFor({ timeout: 4_000 });
  });
});

test('changes to an endpoint that was deleted elsewhere are refused visibly', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', {
    url: 'https://shop.example/hook',
  });
  const id = String(body['id']);
  await visit({ width: 1280, person, expected: /status of 404/ }, async (page) => {
    await page.goto(at(`webhooks/${id}`));
    await page.getByRole('button', { name: 'Alterar' }).click();
    const form = page.getByRole('dialog', { name: 'Alterar endpoint' });
    await form.getByLabel(/^Descrição/).fill('Caixa da loja');
    await merchant.call('DELETE', `/v1/api/webhook-endpoints/${id}`);
    await form.getByRole('button', { name: 'Salvar' }).click();
    // The page under it has noticed, and the form is still there.
    await page.getByText('Este endpoint não existe mais.').waitFor();
    await form.getByRole('alert').getByText('Não encontrado').waitFor();
  });
});

test('the page of a missing endpoint is not headed as the list above it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('webhooks/nope'));
    await page.getByText('Este endpoint não existe mais.').waitFor();
    await opened(page, 'Endpoint');
    const crumbs = page.getByRole('navigation', { name: 'Caminho' }).getByRole('listitem');
    assert.deepEqual(await crumbs.allTextContents(), ['Webhooks', 'Endpoint']);
  });
});
