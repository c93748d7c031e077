import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a new role is seen while moving on, without loading the page again', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway, 'viewer');
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    await page.goto(at('keys'));
    await opened(page, 'Chaves de API');
    await gateway.app.db`
      update memberships set role = 'admin' where account_id = ${merchant.accountId}`;
    await page.clock.fastForward(20_000);
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Início', exact: true }).click();
    await opened(page, 'Início');
    await menu.getByRole('link', { name: 'Chaves', exact: true }).click();
    await page.getByRole('button', { name: 'Criar chave' }).first().waitFor();
  });
});
