import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';

const { gateway, visit } = await openDashboardStage();

test('a pasted payment URI registers its address, and says so', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const depix = gateway.app.config.depixAssetId.test;
  for (const { language, add, name, field, said, other, save } of WORDS) {
    const { address } = randomTestAddress();
    await person.call('PATCH', '/me', { language });
    await visit({ width: 360, person }, async (page) => {
      await page.goto(at('wallets'));
      await page.getByRole('button', { name: add }).first().click();
      const form = page.getByRole('dialog', { name });
      const typed = form.getByLabel(field, { exact: true });
      await typed.fill(`liquidtestnet:${address}?assetid=${'6f'.repeat(32)}&amount=10.50`);
      await typed.press('Enter');
      await form.getByText(other).waitFor();
      await typed.fill(`liquidtestnet:${address}?assetid=${depix}&amount=10.50`);
      await form.getByText(said).waitFor();
      await form.getByRole('button', { name: save }).click();
      await form.waitFor({ state: 'detached' });
    });
    const { body } = await merchant.call('GET', '/v1/api/wallets');
    assert.ok(JSON.stringify(body).includes(`"${address}"`));
  }
});

test('the ends of an address appear in a live region that was there before them', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const { address } = randomTestAddress();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('wallets'));
    await page.getByRole('button', { name: 'Cadastrar carteira' }).first().click();
    const form = page.getByRole('dialog', { name: 'Cadastrar carteira' });
    const typed = form.getByLabel('Endereço Liquid', { exact: true });
    await typed.waitFor();
    await form.evaluate((it) => it.querySelector('[aria-live]')?.setAttribute('id', 'early'));
    await typed.fill(address);
    const status = form.locator('#early').filter({ hasText: 'Compare com a sua carteira' });
    await status.getByText(address.slice(0, 6)).waitFor({ timeout: 5_000 });
  });
});

const WORDS = [
  {
    language: 'pt',
    add: 'Cadastrar carteira',
    name: 'Cadastrar carteira',
    field: 'Endereço Liquid',
    said: 'Do link que você colou, usamos só o endereço.',
    other: 'Este link é para receber outra moeda.',
    save: 'Salvar carteira',
  },
  {
    language: 'en',
    add: 'Register a wallet',
    name: 'Register a wallet',
    field: 'Liquid address',
    said: 'From the link that you pasted, we use the address only.',
    other: 'This link is for receiving another asset.',
    save: 'Save wallet',
  },
] as const;
