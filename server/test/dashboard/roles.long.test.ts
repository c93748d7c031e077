import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';

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

test('the only owner reads why they can neither leave nor take another role', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('settings/team'));
    const leave = page.getByRole('button', { name: 'Sair da conta' });
    await page.getByText('Torne outra pessoa proprietária antes.').waitFor();
    assert.equal(await leave.getAttribute('aria-disabled'), 'true');
    await openPerson(gateway, { [merchant.accountId]: 'owner' });
    await page.reload();
    await leave.click();
    await page.getByRole('dialog', { name: 'Sair da conta' }).waitFor();
  });
});
