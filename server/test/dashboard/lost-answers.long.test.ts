import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();
/** The browser's message about a request without a network. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

test('a page that a proxy gives as a success is reported, and nothing is said to be done', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.call('POST', '/v1/api/payment-links', { title: 'Aula' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('links'));
    const link = page.getByRole('switch', { name: 'Aula aceita pagamentos' });
    await link.waitFor();
    await page.route('**/payment-links*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      return route.fulfill({ contentType: 'text/html', body: '<h1>Manutenção</h1>' });
    });
    await page.getByRole('button', { name: 'Criar link' }).first().click();
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Curso');
    await form.getByRole('button', { name: 'Criar link' }).click();
    await form.getByText('O serviço está indisponível por um momento.').waitFor();
    assert.equal(await form.getByLabel('Título').inputValue(), 'Curso');
  });
});

test('the list is refetched after an action whose response was lost', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.call('POST', '/v1/api/payment-links', { title: 'Aula' });
  await visit({ width: 1280, person, expected: OFFLINE }, async (page) => {
    await page.route('**/payment-links/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await route.fetch();
      return route.abort('internetdisconnected');
    });
    await page.goto(at('links'));
    const link = page.getByRole('switch', { name: 'Aula aceita pagamentos' });
    await page.getByRole('button', { name: /^Excluir/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Excluir/ })
      .click();
    await link.waitFor({ state: 'detached' });
  });
});

test('a form whose response was lost does not claim that nothing was saved', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: OFFLINE }, async (page) => {
    await page.route('**/payment-links', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort('internetdisconnected');
    });
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Criar link' }).first().click();
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Curso');
    await form.getByRole('button', { name: 'Criar link' }).click();
    await form.getByText('Pode ter sido salvo, ou não.').waitFor();
    assert.equal(await form.getByText('Nada mudou').count(), 0);
    const links = await merchant.list('/v1/api/payment-links');
    assert.deepEqual(
      links.map(({ title }) => title),
      ['Curso'],
    );
  });
});

test('a form that the server refused says that nothing was saved', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { body } = await merchant.call('POST', '/v1/api/payment-links', { title: 'Aula' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Alterar Aula' }).click();
    const form = page.getByRole('dialog', { name: 'Alterar link' });
    await form.getByLabel('Título').fill('Curso');
    await merchant.call('DELETE', `/v1/api/payment-links/${String(body['id'])}`);
    await form.getByRole('button', { name: 'Salvar link' }).click();
    await form.getByText('Não foi possível salvar. Nada mudou.').waitFor();
  });
});
