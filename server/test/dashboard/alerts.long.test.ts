import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/ids.ts';
import { raiseAlert } from '../../src/operator-alerts/store.ts';
import { opened, openDashboardShop, openDashboardStage, readMail } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { until } from '../receiver.ts';
import { hasFocus } from './has-focus.ts';
import { keepsFromLeaving } from './keeps-from-leaving.ts';
import { returnPayment } from './return-payment.ts';

const { gateway, visit } = await openDashboardStage();

test('a disputed deposit, the home page and the menu link to the dispute’s alert', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`, {});
  await merchant.reaches(id, 'CONFIRMED', 30_000);
  await merchant.command(`deposits/${id}/med`);
  await merchant.reaches(id, 'REFUNDED', 30_000);
  await visit({ width: 1280, person }, async (page) => {
    const card = page.getByRole('article').filter({ hasText: id });
    await page.goto(at(`deposits/${id}`));
    await page.getByRole('link', { name: 'Ver alerta' }).click();
    await opened(page, 'Alertas');
    await card.waitFor();
    await page.goto(at('home'));
    await page.getByRole('link', { name: 'Ver alertas' }).click();
    await opened(page, 'Alertas');
    await card.waitFor();
    await page.goto(at('home'));
    const counted = page.getByRole('link', { name: 'Alertas 1 alerta de MED não visto' });
    await counted.click();
    await opened(page, 'Alertas');
    await card.waitFor();
    await page.getByRole('tab', { name: /^Estornos/ }).click();
    // The other tab has one.
    await page.locator('[aria-live]').getByText('Nenhum estorno.').waitFor();
    assert.equal(await counted.getAttribute('aria-current'), 'page');
  });
});

test('the link in a reversal’s mail opens its alert, with every filter valid', async () => {
  const { merchant, person } = await openDashboardShop(gateway);
  const id = await returnPayment(merchant);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto('/app/user');
    const { link } = await readMail(page, person.email);
    await page.goto(link);
    await opened(page, 'Alertas');
    await page.getByRole('article').filter({ hasText: id }).waitFor();
    assert.equal(await page.getByText('Ignoramos um filtro inválido.').count(), 0, link);
    await page.getByLabel('Mostrar').selectOption({ label: 'Já vistos' });
    // Announced to screen readers, too.
    await page.locator('[aria-live]').getByText('Nenhum alerta com este filtro.').waitFor();
  });
});

test('leaving an unsaved note asks for confirmation, until it is saved', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await returnPayment(merchant);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('alerts'));
    await page.getByRole('button', { name: 'Adicionar nota' }).click();
    const note = page.getByLabel('Nota', { exact: true });
    assert.equal(await keepsFromLeaving(page), false);
    await note.fill('Entregue à Ana em 21/11.');
    await page.getByRole('tab', { name: /^MED/ }).click();
    await page.getByRole('button', { name: 'Continuar aqui' }).click();
    assert.equal(await note.inputValue(), 'Entregue à Ana em 21/11.');
    await page.getByRole('button', { name: 'Salvar nota' }).click();
    await note.waitFor({ state: 'detached' });
    await until(async () => !(await keepsFromLeaving(page)), 10_000);
  });
});

test('a written note is dropped only after confirmation, and is then not saved', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await returnPayment(merchant);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('alerts'));
    const begin = page.getByRole('button', { name: 'Adicionar nota' });
    const note = page.getByLabel('Nota', { exact: true });
    await begin.click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await note.waitFor({ state: 'detached' });
    await begin.click();
    await note.fill('Entregue à Ana em 21/11.');
    const question = page.getByRole('dialog', { name: 'Descartar a nota?' });
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Continuar escrevendo' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await note.inputValue(), 'Entregue à Ana em 21/11.');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Descartar nota' }).click();
    await note.waitFor({ state: 'detached' });
    await hasFocus(begin);
    assert.equal(await keepsFromLeaving(page), false);

    await begin.click();
    await note.fill('Entregue à Ana em 21/11.');
    await page.getByRole('tab', { name: /^MED/ }).click();
    await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await page.locator('[aria-live]').getByText('Nenhuma contestação (MED).').waitFor();
    const path = `/accounts/${merchant.accountId}/test/alerts`;
    assert.match((await person.call('GET', path)).text, /"notes":\[\]/);
  });
});

test('an unsaved note stays with its alert when marking as seen filters the alert out', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const amountCents of [5_000, 6_000]) await returnPayment(merchant, amountCents);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('alerts?vistos=nao'));
    const cards = page.getByRole('article');
    await until(async () => (await cards.count()) === 2, 20_000);
    const name = String(await cards.first().getByRole('heading', { level: 2 }).textContent());
    const card = page.getByRole('article', { name });
    await card.getByRole('button', { name: 'Adicionar nota' }).click();
    const note = page.getByLabel('Nota', { exact: true });
    await note.fill('Entregue à Ana em 21/11.');
    await cards.last().getByRole('button', { name: 'Marcar como visto' }).click();
    await until(async () => (await cards.count()) === 1, 20_000);
    await card.getByRole('button', { name: 'Marcar como visto' }).click();
    await card.getByText('Visto', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Estornos', exact: true }).waitFor();
    assert.equal(await note.inputValue(), 'Entregue à Ana em 21/11.');
    await page.getByRole('button', { name: 'Salvar nota' }).click();
    await page.getByText('Nenhum alerta com este filtro.').waitFor();
    await page.getByLabel('Mostrar').selectOption({ label: 'Já vistos' });
    await card.getByText('Entregue à Ana em 21/11.').waitFor();
  });
});

test('an operator alert shows its kind under the name used in the linked guide', async () => {
  const { merchant } = await openDashboardShop(gateway);
  const operator = await openPerson(gateway, {}, { isOperator: true });
  const subject = newId('dep');
  const environmentId = merchant.environment.id;
  await raiseAlert(gateway.app.db, gateway.app, { environmentId, kind: 'paid_over', subject });
  await visit({ width: 1280, person: operator }, async (page) => {
    await page.goto('/app/operator/alerts');
    const row = page.getByRole('row').filter({ has: page.getByTitle(subject) });
    await row.getByText('paid_over', { exact: true }).waitFor();
    const guide = page.getByRole('link', { name: 'O que fazer em cada caso' });
    await page.goto(String(await guide.getAttribute('href')));
    await page.getByRole('heading', { name: 'Alertas do operador' }).waitFor();
    await page.getByRole('cell', { name: 'paid_over', exact: true }).waitFor();
  });
});
