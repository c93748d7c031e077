import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { notifyNow } from '../../src/changes/notify-change.ts';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { until } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();

test('a notice is announced without those that are still shown', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.call('POST', '/v1/api/payment-links', { title: 'Kombucha' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('links'));
    await page.getByRole('switch').press('Space');
    await page.getByText('Link desativado.').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0, 'what is empty is no alert');
    // As several children of the region it would be several changes, of which Orca tells the last.
    const notice = page.locator('.ui-toasts').getByRole('group');
    assert.equal(await notice.filter({ hasText: 'Link desativado.' }).count(), 1);
    const devtools = await page.context().newCDPSession(page);
    for (const kind of ['polite', 'assertive']) {
      const region = page.locator(`.ui-toasts [aria-live=${kind}]`);
      await region.evaluate((it) => it.setAttribute('id', 'asked'));
      const { root } = await devtools.send('DOM.getDocument');
      const found = { nodeId: root.nodeId, selector: '#asked' };
      const { nodeId } = await devtools.send('DOM.querySelector', found);
      const { nodes } = await devtools.send('Accessibility.getPartialAXTree', { nodeId });
      const facts = nodes[0]?.properties?.map(({ name, value }) => [name, value.value]) ?? [];
      const { live, atomic } = Object.fromEntries(facts) as Record<string, unknown>;
      const isWhole = atomic === true;
      assert.deepEqual([live, isWhole], [kind, false]);
      await region.evaluate((it) => it.removeAttribute('id'));
    }
  });
});

test('a price is announced as a whole sentence', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const amount = page.getByRole('dialog').getByLabel('Valor');
    const sentence = page.getByRole('status', { name: 'Preço' }).locator('> *');
    await amount.fill('50,00');
    await sentence.getByText('R$ 51,99').waitFor();
    const first = await sentence.elementHandle();
    await amount.fill('60,00');
    await sentence.getByText('R$ 62,19').waitFor();
    // Of changed numbers in it Firefox tells each by itself, and the words between them last.
    assert.equal(await first?.evaluate((it) => it.isConnected), false);
  });
});

test('a created link gets the focus, and is announced in two words and not with all its buttons', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Criar link' }).first().click();
    const form = page.getByRole('dialog', { name: 'Criar link' });
    await form.getByLabel('Título').fill('Aula de violão');
    await form.getByRole('button', { name: 'Criar link' }).press('Enter');
    const made = page.getByRole('dialog', { name: 'Link pronto' });
    await made.getByText('Aula de violão', { exact: true }).and(page.locator(':focus')).waitFor();
    await until(async () => (await announced(page)) === 'Link pronto', 5_000);
    assert.equal(await made.getByRole('status').getByRole('button').count(), 0);
  });
});

test('a screen reader hears the name of a detail, and not all of it, when the detail opens', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    await page.getByRole('table').getByRole('link').press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText('Aguardando').first().waitFor();
    const told = await drawer.evaluate((it) => {
      const id = it.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent ?? null;
    });
    assert.equal(told, null);
  });
});

test('the wait for a place in the provider’s limit is announced once, not each second', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person, expected: /status of 429/ }, async (page) => {
    const json = { error: 'rate_limited', message: 'Espere.' };
    const refusal = { status: 429, json, headers: { 'retry-after': '30' } };
    await page.route('**/deposit', (route) => route.fulfill(refusal));
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    await form.getByLabel('Valor').fill('50,00');
    await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12345678909');
    await form.getByRole('button', { name: 'Criar cobrança' }).click();
    const limit = form.getByRole('status').filter({ hasText: 'Limite do provedor' });
    await limit.waitFor();
    const [seen, said] = [await limit.innerText(), await limit.ariaSnapshot()];
    await until(async () => (await limit.innerText()) !== seen, 10_000);
    assert.equal(await limit.ariaSnapshot(), said);
    assert.match(said, /em 30 s/);
    const submit = form.getByRole('button', { name: 'Criar cobrança', exact: true });
    assert.match(await submit.innerText(), /em \d+ s$/);
  });
});

test('a button that counts down keeps its name', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const expected = /status of 429/;
  await visit({ width: 1280, person, expected }, async (page) => {
    const json = { error: 'rate_limited', message: 'Espere.' };
    const refusal = { status: 429, json, headers: { 'retry-after': '30' } };
    await page.route('**/withdraw', (route) => route.fulfill(refusal));
    await page.goto(at('withdrawals/new'));
    await page.getByLabel('Valor').fill('50,00');
    await page.getByLabel('Chave Pix de quem recebe').fill('529.982.247-25');
    await page.getByRole('button', { name: 'Conferir' }).click();
    const confirm = page.getByRole('button', { name: 'Criar saque', exact: true });
    await confirm.click();
    const limit = page.getByRole('status').filter({ hasText: 'Limite do provedor' });
    assert.match(await limit.ariaSnapshot(), /em 30 s/);
    assert.match(await confirm.innerText(), /em \d+ s$/);
  });
  await visit({ width: 360 }, async (page) => {
    await page.goto('/app/sign-up');
    await page.getByLabel('E-mail').fill(`${randomUUID()}@example.com`);
    await page.getByRole('textbox', { name: 'Senha' }).fill('correct horse battery');
    await page.getByLabel('Nome da loja').fill('Kiosk 21');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    const resend = page.getByRole('button', { name: 'Reenviar', exact: true });
    await resend.getByText(/em \d+ s$/).waitFor();
  });
});

test('what a filter finds is announced once, and neither a page nor a form is', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (let made = 0; made < 27; made += 1) await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    const rows = page.getByRole('table').getByRole('row');
    await until(async () => (await rows.count()) === 21, 10_000);
    assert.equal(await announced(page), '');
    await page.getByLabel('Situação').selectOption({ label: 'Aguardando' });
    await until(async () => (await announced(page)) === 'Mais de 20 resultados', 10_000);
    await page.getByRole('button', { name: 'Mais antigas' }).click();
    await until(async () => (await rows.count()) === 8, 10_000);
    await page.getByRole('button', { name: 'Nova cobrança' }).click();
    await page.getByRole('dialog').getByLabel('Valor').waitFor();
    assert.equal(await announced(page), 'Mais de 20 resultados');
    await page.keyboard.press('Escape');
    const id = String((await merchant.deposit())['id']);
    await page.getByLabel('Código ou pedido').fill(id);
    await until(async () => (await announced(page)) === '1 resultado', 10_000);
  });
});

test('each state of a withdrawal is announced once, however often the list is told of it', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const [sent, failed] = [await merchant.withdraw(), await merchant.withdraw()];
  const notify = (id: unknown, status: string) =>
    notifyNow(gateway.app.db, {
      environmentId: merchant.environment.id,
      kind: 'withdrawal',
      id: String(id),
      status,
    });
  await visit({ width: 1280, person }, async (page) => {
    const stream = page.waitForResponse(/\/live$/);
    await page.goto(at('withdrawals'));
    await page.getByRole('table').getByRole('row').nth(2).waitFor();
    await stream;
    const texts: string[] = [];
    await page.exposeFunction('note', (text: string) => texts.push(text));
    await page.locator('.ui-toasts [aria-live] .ui-unseen').evaluate((region) => {
      const note: unknown = Reflect.get(window, 'note');
      new MutationObserver(() => {
        if (typeof note === 'function') note(region.textContent);
      }).observe(region, { characterData: true, childList: true, subtree: true });
    });
    notify(sent['id'], 'COMPLETED');
    await until(() => texts.length > 0);
    notify(sent['id'], 'COMPLETED');
    notify(failed['id'], 'FAILED');
    await until(() => texts.at(-1) === 'O saque falhou.');
    assert.deepEqual(texts, ['Pix enviado.', 'O saque falhou.']);
  });
});

async function announced(page: Page): Promise<string> {
  return (await page.locator('.ui-toasts [aria-live] .ui-unseen').textContent()) ?? '';
}
