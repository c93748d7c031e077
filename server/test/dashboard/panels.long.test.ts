import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { until } from '../receiver.ts';
import { makeCharge } from './make-charge.ts';

const { gateway, visit } = await openDashboardStage();

test('a Pix key that replaces one of another type is sent with its own type, also by Enter', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    const key = page.getByLabel('Chave Pix de quem recebe');
    await page.getByLabel('Valor').fill('50,00');
    await page.getByLabel(/^CPF ou CNPJ/).fill('12345678909');
    await key.fill('(11) 98765-4321');
    await key.press('Enter');
    await page.getByText('+5511987654321').waitFor();
    await page.getByRole('button', { name: 'Corrigir' }).click();
    await key.fill('529.982.247-25');
    await key.press('Enter');
    await page.getByRole('definition').getByText('529.982.247-25').waitFor();
  });
});

test('a download is announced only once it starts, and a refusal is shown instead', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 429/ }, async (page) => {
    await page.goto(at('deposits'));
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const button = page.getByRole('button', { name: 'Baixar arquivo' });
    const busy = { error: 'rate_limited', message: 'Espere um pouco.' };
    const refusal = { status: 429, json: busy, headers: { 'retry-after': '10' } };
    await page.route('**/deposits.csv*', (route) => route.fulfill(refusal), { times: 1 });
    await button.click();
    await page.getByRole('alert').getByText('Não deu para baixar o arquivo.').waitFor();
    assert.equal(await page.getByText('Download iniciado').count(), 0);
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    assert.match(file.suggestedFilename(), /^depositos_.*\.csv$/);
    assert.equal(await file.failure(), null);
    await page.getByText('Download iniciado').waitFor();
  });
});

test('without positioned table rows, as in Safari, a row’s link covers only that row', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit();
  await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    await page.getByRole('row').nth(2).waitFor();
    await page.evaluate(() => {
      document.styleSheets[0]?.insertRule(':root tr { position: static !important; }');
    });
    const covered = await page.locator('main button, main select, main td').evaluateAll((all) =>
      all.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return hit?.closest('tr') !== one.closest('tr');
      }),
    );
    assert.equal(covered.length, 0);
    const row = page.getByRole('row').nth(1);
    await row.getByRole('link').press('Shift');
    const outlineOf = (element: Element) => getComputedStyle(element).outlineStyle;
    assert.equal(await row.evaluate(outlineOf), 'solid');
  });
});

test('a list keeps its scroll position while a detail is opened and closed', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (let left = 12; left > 0; left -= 1) await merchant.deposit();
  await visit({ width: 1280, height: 400, person }, async (page) => {
    await page.goto(at('deposits'));
    await page.locator('.ui-row-link').last().scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    assert.ok(before > 100);
    await page.locator('.ui-row-link').last().click();
    const detail = page.getByRole('dialog');
    await detail.getByRole('term').first().waitFor();
    assert.equal(await page.evaluate(() => window.scrollY), before);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => window.scrollY), before);
  });
});

test('the page title names the open detail, and the list after closing it', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    const isCalled = (name: string) =>
      until(async () => (await page.title()) === `${name} · Ponte`, 10_000);
    await page.goto(at(`deposits/${String(id)}`));
    await isCalled('Depósito');
    await page.getByRole('dialog', { name: 'Depósito' }).waitFor();
    await page.keyboard.press('Escape');
    await isCalled('Depósitos');
    await page.locator(`a[href*="${String(id)}"]`).click();
    await isCalled('Depósito');
    await page.goBack();
    await isCalled('Depósitos');
  });
});

test('a withdrawal under review keeps its values when the language changes', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('withdrawals/new'));
    await page.getByLabel('Valor').fill('2.500');
    await page.getByLabel(/^CPF ou CNPJ/).fill('12345678909');
    await page.getByLabel('Chave Pix de quem recebe').fill('maria@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('definition').getByText('R$ 2.500,00').waitFor();
    await page.getByRole('button', { name: /^Seu usuário: / }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('definition').getByText('R$ 2,500.00').waitFor();
  });
});

test('Escape closes only the topmost layer', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`deposits/${String(id)}`));
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText('Aguardando').first().waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Buscar' });
    await palette.getByRole('combobox').fill('carteiras');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    // What closes by the same key starts to close at once.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await drawer.count(), 1);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
  });
});

test('a created charge shows its code only while it awaits payment', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const made = await makeCharge(page);
    const code = made.getByRole('img', { name: 'QR Code do Pix' });
    await code.waitFor();
    await made.getByRole('button', { name: 'Deixar em análise' }).click();
    await made.getByText('Em análise', { exact: true }).waitFor();
    assert.equal(await code.count(), 0);
  });
});

test('on a phone the closed menu cannot be focused', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('home'));
    await opened(page, 'Início');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    assert.equal(await menu.count(), 0);
    await page.getByRole('button', { name: 'Mais', exact: true }).click();
    await menu.getByRole('link', { name: 'Depósitos' }).click();
    await opened(page, 'Depósitos');
    await menu.waitFor({ state: 'hidden' });
  });
});

test('on a phone the shortcut bar is omitted where it would contain only the menu', async () => {
  const operator = await openPerson(gateway, {}, { isOperator: true });
  await visit({ width: 320, person: operator }, async (page) => {
    for (const path of ['user', 'operator/accounts']) {
      await page.goto(`/app/${path}`);
      await page.getByRole('button', { name: 'Menu', exact: true }).waitFor();
      assert.equal(await page.getByRole('navigation', { name: 'Atalhos' }).count(), 0);
    }
  });
});

test('on a phone the charge shortcut is shown only to people allowed to charge', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const viewer = await openPerson(gateway, { [merchant.accountId]: 'viewer' });
  for (const [somebody, offers] of [
    [person, 1],
    [viewer, 0],
  ] as const) {
    await visit({ width: 360, person: somebody }, async (page) => {
      await page.goto(at('home'));
      await opened(page, 'Início');
      const quick = page.getByRole('navigation', { name: 'Atalhos' });
      assert.equal(await quick.getByRole('link', { name: 'Cobrar' }).count(), offers);
    });
  }
});

test('paging back works after a detail was viewed', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    // As if there were always more.
    await page.route('**/test/deposits?*', async (route) => {
      const url = new URL(route.request().url());
      const cursor = url.searchParams.get('cursor') ?? 'page';
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const list = (await response.json()) as object;
      return route.fulfill({ response, json: { ...list, nextCursor: `${cursor}-older` } });
    });
    await page.goto(at('deposits'));
    const older = page.getByRole('button', { name: 'Mais antigas' });
    await older.click();
    await page.waitForURL('**/deposits?cursor=page-older');
    await older.click();
    await page.waitForURL('**/deposits?cursor=page-older-older');
    await page.locator(`a[href*="${String(id)}"]`).click();
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText('Aguardando').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mais novas' }).click();
    await page.waitForURL(/deposits(\?cursor=page-older)?$/);
    assert.match(page.url(), /cursor=page-older$/);
  });
});

test('later events of a confirmed deposit do not announce it again', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`);
  await merchant.reaches(id, 'CONFIRMED');
  await visit({ width: 1280, person }, async (page) => {
    const event = JSON.stringify({ kind: 'deposit', id, status: 'CONFIRMED' });
    const shown = Promise.withResolvers<void>();
    await page.route('**/test/live', async (route) => {
      await shown.promise;
      const body = `event: change\ndata: ${event}\n\n`;
      await route.fulfill({ contentType: 'text/event-stream', body });
    });
    await page.goto(at('deposits'));
    await page.getByRole('row').getByText('Confirmado').waitFor();
    shown.resolve();
    await page.locator('tr[data-changed]').waitFor();
    assert.equal(await page.getByText('Depósito confirmado.').count(), 0);
  });
});
