import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a listener, whose address is none of the web, is changed as other endpoints are', async () => {
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
