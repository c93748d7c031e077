import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage, signIn } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { openReceiver, until } from '../receiver.ts';
import { endSessions } from './end-sessions.ts';
import { focusIsIn } from './has-focus.ts';
import { keepsFromLeaving } from './keeps-from-leaving.ts';
import { makeKey } from './make-key.ts';

const { gateway, visit } = await openDashboardStage();
/** The browser's message about a stream or a request of a session that has ended. */
const ENDED = /status of 401|EventSource's response/;

test('going back or reloading asks for confirmation before an uncopied key is lost', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Chaves', exact: true }).click();
    await opened(page, 'Chaves de API');
    await page.getByRole('button', { name: 'Criar chave' }).first().click();
    const made = await makeKey(page);
    await page.evaluate(() => window.history.back());
    await made.getByRole('alertdialog', { name: /não copiou/ }).waitFor();
    await made.getByRole('button', { name: 'Voltar' }).click();
    await focusIsIn(made);
    assert.equal(await keepsFromLeaving(page), true);
    await made.getByRole('button', { name: 'Copiar .env' }).waitFor();
    await page.evaluate(() => window.history.back());
    await made.getByRole('button', { name: 'Fechar mesmo assim' }).click();
    await made.waitFor({ state: 'detached' });
    await opened(page, 'Chaves de API');
    assert.equal(await keepsFromLeaving(page), false);
    await page.evaluate(() => window.history.back());
    await opened(page, 'Início');
  });
});

test('an ended session leads to sign-in only once nothing would be lost', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: ENDED }, async (page) => {
    await page.clock.install();
    await page.goto(at('keys?nova=1'));
    const made = await makeKey(page);
    await endSessions(gateway, person);
    await lookAgain(page);
    const notice = page.getByRole('region', { name: 'Avisos' }).getByText('Sua sessão terminou.');
    await notice.evaluate((it) => it.setAttribute('data-first', ''));
    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await lookAgain(page);
    await refused;
    // Nor is it shown again and again.
    assert.equal(await notice.getAttribute('data-first'), '');
    await made.getByRole('button', { name: 'Copiar .env' }).click();
    await made.getByRole('button', { name: 'Concluir' }).click();
    await made.waitFor({ state: 'detached' });
    await lookAgain(page);
    await opened(page, 'Entrar');
    await page.getByText('Sua sessão terminou. Entre de novo.').waitFor();
  });
});

test('input typed before the session ended can be submitted after sign-in in another tab', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: ENDED }, async (page) => {
    await page.goto(at('links?new=1'));
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Aula de violão');
    await endSessions(gateway, person);
    await form.getByRole('button', { name: 'Criar link' }).click();
    const notices = page.getByRole('region', { name: 'Avisos' });
    await notices.getByText('Entre em outra aba').waitFor();
    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      notices.getByRole('button', { name: 'Entrar' }).click(),
    ]);
    await opened(other, 'Entrar');
    await endSessions(gateway, person, { areOver: false });
    await form.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
    const links = await merchant.list('/v1/api/payment-links');
    assert.deepEqual(
      links.map(({ title }) => title),
      ['Aula de violão'],
    );
  });
});

test('input is not submitted as another person who signed in in another tab', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const other = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  await visit({ width: 1280, person, expected: ENDED }, async (page, context) => {
    await page.goto(at('links?new=1'));
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Aula de violão');
    await signIn(context, gateway.url, other);
    await form.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('region', { name: 'Avisos' }).getByText('Entre em outra aba').waitFor();
    assert.deepEqual(await merchant.list('/v1/api/payment-links'), []);
    assert.equal(await form.getByLabel('Título').inputValue(), 'Aula de violão');
    await signIn(context, gateway.url, person);
    await form.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
  });
});

test('an endpoint whose test event fails is saved only after confirmation', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const broken = await openReceiver(undefined, (_request, response) => {
    response.writeHead(500).end();
  });
  const count = async () => (await merchant.list('/v1/api/webhook-endpoints')).length;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('home'));
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await menu.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await opened(page, 'Webhooks');
    await page.getByRole('button', { name: 'Adicionar endpoint' }).click();
    const form = page.getByRole('dialog', { name: 'Novo endpoint' });
    await form.getByLabel('URL do endpoint').fill(broken.url);
    await form.getByRole('button', { name: 'Testar e salvar' }).click();
    await form.getByRole('button', { name: 'Corrigir' }).waitFor();
    assert.equal(await count(), 0);
    assert.equal(await keepsFromLeaving(page), true);
    await page.evaluate(() => window.history.back());
    await form.getByRole('alertdialog', { name: /não será salvo/ }).waitFor();
    await form.getByRole('button', { name: 'Fechar mesmo assim' }).click();
    await opened(page, 'Webhooks');
    assert.equal(await count(), 0);

    await page.getByRole('button', { name: 'Adicionar endpoint' }).click();
    await form.getByLabel('URL do endpoint').fill(broken.url);
    await form.getByRole('button', { name: 'Testar e salvar' }).click();
    await form.getByRole('button', { name: 'Salvar mesmo assim' }).click();
    await page.getByRole('dialog', { name: 'Segredo do endpoint' }).waitFor();
    assert.equal(await count(), 1);
  });
});

test('Escape right after typing asks for confirmation, even on a slow device', async () => {
  const { person, at } = await openDashboardShop(gateway);
  for (const path of ['deposits?new=1', 'links?new=1']) {
    await visit({ width: 1280, person }, async (page) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
      await page.goto(at(path));
      const form = page.getByRole('dialog');
      await form.getByLabel('Valor').fill('10,00');
      await page.keyboard.press('Escape');
      await form.getByRole('alertdialog').waitFor();
    });
  }
});

test('leaving a page with unsaved input asks for confirmation, until it is saved', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const forms = [
    { path: at('settings/shop'), field: 'Nome da loja', save: 'Salvar loja' },
    { path: '/app/user', field: 'Seu nome', save: 'Salvar perfil' },
    { path: at('withdrawals/new'), field: 'Valor' },
  ];
  for (const { path, field, save } of forms) {
    await visit({ width: 1280, person }, async (page) => {
      await page.goto(at('home'));
      await page.goto(path);
      const input = page.getByLabel(field);
      await input.waitFor();
      assert.equal(await keepsFromLeaving(page), false, path);
      await input.fill('25');
      assert.equal(await keepsFromLeaving(page), true, path);
      await page.getByRole('link', { name: 'Ponte' }).first().click();
      await page.getByRole('button', { name: 'Continuar aqui' }).click();
      assert.equal(await input.inputValue(), '25', path);
      if (save === undefined) return;
      await page.getByRole('button', { name: save }).click();
      await until(async () => !(await keepsFromLeaving(page)), 10_000);
      await page.getByRole('link', { name: 'Ponte' }).first().click();
      await opened(page, 'Início');
    });
  }
});

test('the skip link keeps unsaved input and asks for no confirmation', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('settings/shop'));
    const input = page.getByLabel('Nome da loja');
    await input.fill('Kiosk 21');
    await page.getByRole('link', { name: 'Ir para o conteúdo' }).focus();
    await page.keyboard.press('Enter');
    await until(() => page.evaluate(() => document.activeElement?.id === 'content'), 5_000);
    // Longer than a dialog takes to appear.
    await page.waitForTimeout(500);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await input.inputValue(), 'Kiosk 21');
  });
});

test('what was begun as turning safe mode on does not turn it off after a colleague turned it on', async () => {
  const operator = await openPerson(gateway, {}, { isOperator: true });
  const colleague = await openPerson(gateway, {}, { isOperator: true });
  const path = '/operator/safe-mode';
  await visit({ width: 1280, person: operator }, async (page) => {
    await page.clock.install();
    await page.goto('/app/operator/queues');
    await page.getByRole('button', { name: 'Ligar modo seguro' }).click();
    const form = page.getByRole('dialog', { name: 'Ligar modo seguro' });
    await form.getByLabel('Motivo').fill('Provedor fora do ar.');
    await colleague.call('PUT', path, { isOn: true, reason: 'Saldo não confere.' });
    await lookAgain(page);
    await page.getByText('Saldo não confere.').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await form.getByRole('button', { name: 'Ligar modo seguro' }).click();
    assert.deepEqual((await sent).postDataJSON(), { isOn: true, reason: 'Provedor fora do ar.' });
    await page.getByText('Modo seguro ligado.').waitFor();
  });
  await colleague.call('PUT', path, { isOn: false, reason: 'Tudo de volta.' });
});

test('a form sends only the fields this person changed, despite concurrent changes', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { accountId } = merchant;
  const operator = await openPerson(gateway, {}, { isOperator: true });
  const colleague = await openPerson(gateway, {}, { isOperator: true });
  const readAgain = async (page: Page, path: string): Promise<void> => {
    const read = page.waitForResponse((answer) => answer.url().endsWith(path));
    await lookAgain(page);
    await read;
  };
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    await page.goto(at('settings/shop'));
    const name = page.getByLabel('Nome da loja');
    await name.fill('Kiosk 21');
    const answer = await person.call('PATCH', `/accounts/${accountId}`, { contact: 'ana' });
    assert.equal(answer.status, 200, answer.text);
    await readAgain(page, `/accounts/${accountId}`);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Salvar loja' }).click();
    assert.deepEqual((await sent).postDataJSON(), { name: 'Kiosk 21' });
  });
  await visit({ width: 1280, person: operator }, async (page) => {
    await page.clock.install();
    await page.goto(`/app/operator/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Mudar teste' }).click();
    const form = page.getByRole('dialog', { name: 'Mudar teste' });
    await form.getByLabel('Leituras por segundo').fill('7');
    const change = { mode: 'test', depositsEnabled: false, reason: 'Fraude em análise.' };
    const path = `/operator/accounts/${accountId}`;
    const answer = await colleague.call('PATCH', path, change);
    assert.equal(answer.status, 200, answer.text);
    await readAgain(page, path);
    await form.getByLabel('Motivo').fill('Pedido da loja por e-mail.');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await form.getByRole('button', { name: 'Salvar' }).click();
    const reason = 'Pedido da loja por e-mail.';
    assert.deepEqual((await sent).postDataJSON(), { mode: 'test', readRate: 7, reason });
  });
});

/** Switches to another tab and back, late enough that data is refetched. */
async function lookAgain(page: Page): Promise<void> {
  await page.clock.runFor(6_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}
