import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
const MARIA = '529.982.247-25';

test('a withdrawal that is answered after one has left changes no address of another page', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const held = await holdAnswer(page, '**/test/withdraw');
    await page.goto(at('withdrawals/new'));
    await orderWithdrawal(page);
    await page.getByText('Criando o saque…').waitFor();
    await goTo(page, 'Webhooks');
    await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await opened(page, 'Webhooks');
    const address = page.url();
    const answered = page.waitForResponse('**/test/withdraw');
    held.release();
    await (await answered).finished();
    assert.equal((await merchant.list('/v1/api/transactions')).length, 1);
    await pause(page);
    assert.equal(page.url(), address);
  });
});

async function orderWithdrawal(page: Page): Promise<void> {
  await page.getByLabel('Valor').fill('50,00');
  await page.getByLabel('Chave Pix de quem recebe').fill(MARIA);
  await page.getByLabel('Chave Pix de quem recebe').press('Enter');
  await page.getByRole('button', { name: 'Criar saque' }).click();
}

async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('link', { name, exact: true }).click();
}

/** What is done is done at once; its answer waits until it is released. */
async function holdAnswer(page: Page, url: string): Promise<{ release: () => void }> {
  const free = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    await free.promise;
    return route.fulfill({ response });
  });
  return { release: () => free.resolve(undefined) };
}

/** Longer than an answer takes to change the page. */
function pause(page: Page): Promise<void> {
  return page.waitForTimeout(300);
}
