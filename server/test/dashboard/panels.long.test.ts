import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a key that replaces one of another type is sent as what it is, by Enter too', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const key = page.getByLabel('Chave Pix de quem recebe');
    await page.getByLabel('Valor').fill('50,00');
    await page.getByLabel(/^CPF ou CNPJ/).fill('12345678909');
    await key.fill('(11) 98765-4321');
    await key.press('Enter');
    await page.getByText('+5511987654321').waitFor();
    await page.getByRole('button', { name: 'Corrigir' }).click();
    await key.fill('529.982.247-25');
    await key.press('Enter');
    await page.getByRole('definition').getByText('529.982.247-25').waitFor();
  });
});

test('Escape closes what is on top, and nothing below it', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`deposits/${String(id)}`));
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText('Aguardando').first().waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Buscar' });
    await palette.getByRole('combobox').fill('carteiras');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    // What closes for the same key begins to close at once.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await drawer.count(), 1);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });
});
