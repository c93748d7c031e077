import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openDashboardStage } from '../dashboard-stage.ts';
import { storedDeposit } from '../deposits.ts';
import { openMerchant } from '../merchant.ts';
import { openPerson } from '../person.ts';
import { storedDelivery } from '../webhooks.ts';

const { gateway, visit } = await openDashboardStage();

test('the first steps of live mode tick off by themselves, say when all are done, and then go', async () => {
  const { app } = gateway;
  const merchant = await openMerchant(gateway, 'live');
  const { accountId, environment } = merchant;
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const at = (section: string): string => `/app/${accountId}/live/${section}`;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    const card = page.getByRole('region', { name: 'Primeiros passos em produção' });
    await card.getByText('2 de 5 feitos').waitFor();
    await isOpen(card, 'Provedor Pix configurado');
    await isOpen(card, 'Receber o primeiro Pix de verdade');
    await card.getByRole('link', { name: 'Começar: Conectar webhook' }).click();
    await page.waitForURL(`**${at('webhooks')}`);
    await storedDelivery(app, environment.id, 'https://shop.example', 'succeeded');
    const { id } = await storedDeposit(app, merchant, {});
    await app.db`update deposits set status = 'CONFIRMED', confirmed_at = now() where id = ${id}`;
    await page.goto(at('home'));
    await card.getByText('4 de 5 feitos').waitFor();
    await app.db`
      update checklists set provider_at = now() where environment_id = ${environment.id}`;
    await page.goto(at('home'));
    await card.getByText('5 de 5 feitos').waitFor();
    await card.getByText('Tudo pronto: sua loja já recebe Pix de verdade.').waitFor();
    await app.db`
      update checklists set provider_at = provider_at - interval '1 day',
        wallet_at = wallet_at - interval '1 day', key_at = key_at - interval '1 day',
        payment_at = payment_at - interval '1 day', webhook_at = webhook_at - interval '1 day'
      where environment_id = ${environment.id}`;
    await page.goto(at('help'));
    await page.getByText('Todos os passos foram feitos.').waitFor();
    await page.goto(at('home'));
    await page.getByRole('heading', { name: 'Últimas transações' }).waitFor();
    await card.waitFor({ state: 'detached' });
  });
});

test('the first steps of test mode fold up once all are done, at the next visit', async () => {
  const { app } = gateway;
  const merchant = await openMerchant(gateway);
  const { accountId, environment } = merchant;
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const home = `/app/${accountId}/test/home`;
  await app.db`update users set email_confirmed_at = now() where id = ${person.userId}`;
  await visit({ width: 360, person }, async (page) => {
    await page.goto(home);
    const card = page.getByRole('region', { name: 'Primeiros passos', exact: true });
    const step = card.getByText('Receber um Pix de teste');
    await step.waitFor();
    await storedDelivery(app, environment.id, 'https://shop.example', 'succeeded');
    const { id } = await storedDeposit(app, merchant, {});
    await app.db`update deposits set status = 'CONFIRMED', confirmed_at = now() where id = ${id}`;
    await page.goto(home);
    await card.getByText('5 de 5 feitos').waitFor();
    await card.getByText('Ver os passos').waitFor();
    assert.equal(await step.isVisible(), false);
    const box = await card.boundingBox();
    assert.ok(box !== null && box.height < 300, JSON.stringify(box));
    await card.getByText('Ver os passos').click();
    await step.waitFor();
  });
});

test('hiding the first steps of test mode does not hide those of live mode', async () => {
  const merchant = await openMerchant(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(`/app/${merchant.accountId}/test/home`);
    const card = page.getByRole('region', { name: 'Primeiros passos', exact: true });
    await card.getByRole('button', { name: 'Ocultar' }).click();
    await page.getByRole('button', { name: 'Mostrar primeiros passos' }).waitFor();
    await page.goto(`/app/${merchant.accountId}/live/home`);
    await page.getByRole('region', { name: 'Primeiros passos em produção' }).waitFor();
  });
});

/** A finished step shows only its name and when. */
async function isOpen(card: Locator, name: string): Promise<void> {
  const step = card.getByRole('listitem').filter({ hasText: name });
  await step.and(card.locator('li:not(:has(time))')).waitFor();
}
