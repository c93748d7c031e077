import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/ids.ts';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { until } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();
/** What the menu hides from a viewer, by address and title. */
const UNREAD = [
  ['keys', 'Chaves de API'],
  ['webhooks', 'Webhooks'],
  ['requests', 'Registros'],
] as const;

test('a changed role takes effect on navigation, without a reload', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway, 'viewer');
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    // No refusal there makes the page ask once more, in the middle of the change, who this is.
    await page.goto(at('home'));
    await opened(page, 'Início');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    const keys = menu.getByRole('link', { name: 'Chaves', exact: true });
    assert.equal(await keys.count(), 0);
    await gateway.app.db`
      update memberships set role = 'admin' where account_id = ${merchant.accountId}`;
    await page.clock.fastForward(20_000);
    await menu.getByRole('link', { name: 'Depósitos', exact: true }).click();
    await opened(page, 'Depósitos');
    await keys.click();
    await page.getByRole('button', { name: 'Criar chave' }).first().waitFor();
  });
});

test('a role lowered while a form is open is named, since the form goes with it', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 403/ }, async (page) => {
    await page.goto(at('links?new=1'));
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Aula de violão');
    await gateway.app.db`
      update memberships set role = 'viewer' where account_id = ${merchant.accountId}`;
    await form.getByRole('button', { name: 'Criar link' }).click();
    await form.waitFor({ state: 'detached' });
    const notices = page.getByRole('region', { name: 'Avisos' });
    await notices.getByText('Seu papel nesta conta mudou. Agora é: Leitor.').waitFor();
    assert.deepEqual(await merchant.list('/v1/api/payment-links'), []);
  });
});

test('whoever was removed from an account is told so, and sees nothing of it any more', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await gateway.app.db`
    update accounts set contact = '+55 11 99999-0000' where id = ${merchant.accountId}`;
  await visit({ width: 1280, person, expected: /status of 404/ }, async (page) => {
    await page.goto(at('settings/shop'));
    const name = page.getByLabel('Nome da loja');
    await name.fill('Outra loja');
    await gateway.app.db`delete from memberships where account_id = ${merchant.accountId}`;
    await page.getByRole('button', { name: 'Salvar loja' }).click();
    const notices = page.getByRole('region', { name: 'Avisos' });
    await notices.getByText('Você não faz mais parte desta conta.').waitFor();
    await opened(page, 'Página não encontrada');
    assert.equal(await page.getByText('99999-0000').count(), 0);
  });
});

test('a page forbidden to a role says so once, without a retry button', async () => {
  const { person, at } = await openDashboardShop(gateway, 'viewer');
  await visit({ person, expected: /status of 403/ }, async (page) => {
    for (const [section, title] of UNREAD) {
      await page.goto(at(section));
      await opened(page, title);
      const refusal = page.getByText('Seu papel nesta conta não permite isto.');
      await refusal.first().waitFor();
      assert.equal(await refusal.count(), 1, section);
      assert.equal(await page.getByRole('button', { name: 'Tentar de novo' }).count(), 0, section);
    }
  });
});

test('on a phone, a member on whom a viewer cannot act has no actions line', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway, 'viewer');
  await openPerson(gateway, { [merchant.accountId]: 'owner' });
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('settings/team'));
    const members = page.getByRole('list', { name: 'Pessoas' });
    await members.getByText('Proprietário').waitFor();
    assert.equal(await members.getByText('Ações').filter({ visible: true }).count(), 1);
  });
});

test('the only owner is told why they cannot leave', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('settings/team'));
    const leave = page.getByRole('button', { name: 'Sair da equipe' });
    await page.getByText('Torne outra pessoa proprietária antes.').waitFor();
    assert.equal(await leave.getAttribute('aria-disabled'), 'true');
    await openPerson(gateway, { [merchant.accountId]: 'owner' });
    await page.reload();
    await leave.click();
    await page.getByRole('dialog', { name: 'Sair da equipe' }).waitFor();
  });
});

test('a large team is paged, and an owner alone on a page is not taken for the only owner', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const ids = Array.from({ length: 100 }, () => newId('usr'));
  await gateway.app.db`
    insert into users (id, email, email_confirmed_at)
    select id, id || '@example.com', now() from unnest(${ids}::text[]) as id`;
  await gateway.app.db`
    insert into memberships (account_id, user_id, role)
    select ${merchant.accountId}, id, 'owner' from unnest(${ids}::text[]) as id`;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('settings/team'));
    const rows = page.getByRole('table', { name: 'Pessoas' }).locator('tbody tr');
    await until(async () => (await rows.count()) === 100, 10_000);
    await page.getByRole('button', { name: 'Mais antigas' }).click();
    await until(async () => (await rows.count()) === 1, 10_000);
    const leave = page.getByRole('button', { name: 'Sair da equipe' });
    assert.equal(await leave.getAttribute('aria-disabled'), null);
    await page.getByRole('button', { name: 'Mais novas' }).click();
    await until(async () => (await rows.count()) === 100, 10_000);
  });
});
