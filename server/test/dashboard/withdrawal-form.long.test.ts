import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { until } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();
const [MARIA, JOAO] = ['529.982.247-25', '153.509.460-56'];

const fieldsOf = (page: Page) => ({
  amount: page.getByLabel('Valor'),
  key: page.getByLabel('Chave Pix de quem recebe'),
  type: page.getByLabel('Tipo da chave'),
  holder: page.getByLabel('CPF ou CNPJ de quem recebe'),
});

test('an untouched document field follows the Pix key', async () => {
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

test('a key that could be a CPF or a phone number needs its type before anything else', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const { amount, key, type, holder } = fieldsOf(page);
    await amount.fill('50,00');
    await holder.fill(MARIA);
    await key.fill('11987654374');
    await key.press('Enter');
    const asked = 'Este número pode ser CPF ou telefone. Escolha qual.';
    await page.getByRole('link', { name: `Tipo da chave: ${asked}` }).click();
    const doubt = page.getByText('Não é o documento da chave Pix. Confira quem recebe.');
    await type.selectOption('CPF');
    await doubt.waitFor();
    await type.selectOption('PHONE');
    await doubt.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Conferir' }).click();
    await page.getByText('+5511987654374').waitFor();
  });
});

test('a key of no type says so at once, and Enter focuses the error summary', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const { amount, key, holder } = fieldsOf(page);
    await amount.fill('50,00');
    await holder.fill(MARIA);
    await key.fill('maria');
    await holder.focus();
    await page.getByText('Isto não é uma chave Pix.').waitFor();
    await key.press('Enter');
    const problem = page.getByRole('link', { name: /^Chave Pix de quem recebe: Isto não é/ });
    await problem.waitFor();
    await page.waitForTimeout(300);
    const summary = page.getByRole('group', { name: 'Confira os campos marcados:' });
    assert.equal(await summary.evaluate((it) => it === document.activeElement), true);
    // A screen reader reads the focus, and would read an alert besides.
    assert.equal(await page.getByRole('alert').filter({ has: problem }).count(), 0);
    const ids = (await summary.getAttribute('aria-describedby')) ?? '';
    assert.match(await page.locator(`[id="${ids}"]`).innerText(), /Isto não é uma chave Pix/);
  });
});

test('a typed document is kept, and a mismatch with the key is pointed out', async () => {
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

test('going back from the review restores the form, and going back again asks for confirmation', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Saques', exact: true }).click();
    await opened(page, 'Saques');
    await page.getByRole('link', { name: 'Novo saque' }).first().click();
    await opened(page, 'Novo saque');
    const { amount, key, holder } = fieldsOf(page);
    await amount.fill('50,00');
    await key.fill(MARIA);
    await key.press('Enter');
    await page.getByRole('heading', { name: 'Confira antes de continuar' }).waitFor();
    await goBack(page);
    await page.getByRole('heading', { name: 'Quanto e para quem' }).waitFor();
    assert.deepEqual(
      [await amount.inputValue(), await key.inputValue(), await holder.inputValue()],
      ['50,00', MARIA, MARIA],
    );

    const question = page.getByRole('dialog', { name: 'Sair desta página?' });
    await goBack(page);
    await question.getByRole('button', { name: 'Continuar aqui' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await amount.inputValue(), '50,00');
    await menu.getByRole('link', { name: 'Chaves', exact: true }).click();
    await question.getByRole('button', { name: 'Continuar aqui' }).click();
    await goBack(page);
    await question.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await opened(page, 'Saques');
    await goBack(page);
    await opened(page, 'Início');
  });
});

test('leaving an unfinished withdrawal leads to the chosen page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    await fieldsOf(page).amount.fill('50,00');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Chaves', exact: true }).click();
    await page.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await opened(page, 'Chaves de API');
  });
});

test('the deposit address of another withdrawal is not shown while the current one loads', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const [first, second] = [await merchant.withdraw(), await merchant.withdraw()];
  await visit({ width: 1280, person }, async (page) => {
    await page.route(`**/withdrawals/${String(second['id'])}`, () => undefined);
    await page.goto(at(`withdrawals/new?id=${String(first['id'])}`));
    const copy = page.getByRole('button', { name: 'Copiar endereço' });
    await copy.waitFor();
    await page.evaluate(
      (id) => window.history.pushState({}, '', `?id=${id}`),
      String(second['id']),
    );
    await copy.waitFor({ state: 'detached' });
  });
});

test('the page of a withdrawal is named by what became of it, in the tab too', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.withdraw();
  const isCalled = async (page: Page, title: string): Promise<void> => {
    await opened(page, title);
    await until(async () => (await page.title()) === `${title} · Ponte`, 10_000);
  };
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at(`withdrawals/new?id=${String(id)}`));
    await isCalled(page, 'Novo saque');
    await page.getByRole('button', { name: 'Enviar o valor exato' }).click();
    await isCalled(page, 'Saque concluído');
    await person.call('PATCH', '/me', { language: 'en' });
    await page.reload();
    await isCalled(page, 'Withdrawal completed');
    await page.goto(at('withdrawals/new?id=nope'));
    await isCalled(page, 'Withdrawal');
  });
});

/** As a browser does it, without waiting for a new page. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => window.history.back());
}
