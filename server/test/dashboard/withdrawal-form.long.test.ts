import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
const [MARIA, JOAO] = ['529.982.247-25', '153.509.460-56'];

const fieldsOf = (page: Page) => ({
  amount: page.getByLabel('Valor'),
  key: page.getByLabel('Chave Pix de quem recebe'),
  type: page.getByLabel('Tipo da chave'),
  holder: page.getByLabel('CPF ou CNPJ de quem recebe'),
});

test('a document that nobody typed is that of the key, and goes with it', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const { key, type, holder } = fieldsOf(page);
    const typeKey = async (typed: string): Promise<string> => {
      await key.fill(typed);
      await key.blur();
      return holder.inputValue();
    };
    assert.equal(await typeKey(MARIA), MARIA);
    assert.equal(await typeKey(JOAO), JOAO);
    assert.equal(await typeKey('maria@example.com'), '');
    assert.equal(await typeKey(JOAO), JOAO);
    await type.selectOption('EMAIL');
    assert.equal(await holder.inputValue(), '');
  });
});

test('a document that somebody typed stays, and is called another than that of the key', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const { amount, key, holder } = fieldsOf(page);
    const doubt = page.getByText('Não é o documento da chave Pix. Confira quem recebe.');
    await amount.fill('50,00');
    await holder.fill(MARIA);
    await key.fill(MARIA);
    await key.blur();
    assert.equal(await doubt.count(), 0);
    await key.fill(JOAO);
    await key.press('Enter');
    await page.getByRole('heading', { name: 'Confira antes de continuar' }).waitFor();
    await doubt.waitFor();
    await page.getByRole('button', { name: 'Corrigir' }).click();
    await doubt.waitFor();
    assert.equal(await holder.inputValue(), MARIA);
  });
});
