import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { openPerson } from '../person.ts';

const { gateway, visit } = await openDashboardStage();

test('a page shows that it is loading until its first screen is ready', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ person }, async (page) => {
    let [sendProgram, sendPerson] = [() => {}, () => {}];
    const program = new Promise<void>((resolve) => (sendProgram = resolve));
    const who = new Promise<void>((resolve) => (sendPerson = resolve));
    await page.route('**/assets/*.js', async (route) => program.then(() => route.continue()));
    await page.route('**/app/api/me', async (route) => who.then(() => route.continue()));
    await page.goto(at('deposits'), { waitUntil: 'commit' });
    await page.getByText('Carregando… Loading…').waitFor();
    sendProgram();
    await page.getByText('Carregando…', { exact: true }).waitFor();
    sendPerson();
    await opened(page, 'Depósitos');
    assert.equal(await page.getByText('Carregando…').count(), 0);
  });
});

test('a slow start shows no empty page in between, and a slow next page says that it comes', async () => {
  const { person, at } = await openDashboardShop(gateway);
  for (const [width, dark] of [
    [1280, false],
    [390, true],
  ] as const) {
    await visit({ width, dark, person }, async (page) => {
      const me = Promise.withResolvers<undefined>();
      await page.route('**/app/api/me', async (route) => me.promise.then(() => route.continue()));
      await page.route('**/assets/index-*.js', async (route) => {
        await page.locator('.starting p').first().waitFor();
        await route.continue();
      });
      // Every change of the page since the text was first seen.
      await page.addInitScript(() => {
        const say = (told: string) => Reflect.set(window, 'told', told);
        const look = () => {
          const text = document.querySelector('.starting p');
          if (text === null || Reflect.get(window, 'told') === undefined) return;
          if (getComputedStyle(text).visibility !== 'visible') say('lost');
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
        document.addEventListener('animationend', () => say('yes'), { once: true });
      });
      await page.goto(at('deposits'), { waitUntil: 'commit' });
      await page.getByRole('status').getByText('Carregando…', { exact: true }).waitFor();
      assert.equal(await page.evaluate(() => Reflect.get(window, 'told') as unknown), 'yes');
      me.resolve(undefined);
      await opened(page, 'Depósitos');
      const next = Promise.withResolvers<undefined>();
      await page.route(/\/assets\/(links|home)-[^/]*\.js$/, async (route) => {
        await next.promise;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Início', exact: true }).first().click();
      await page.locator('[aria-live]').getByText('Carregando…', { exact: true }).waitFor();
      assert.ok(await page.getByRole('heading', { name: 'Depósitos' }).isVisible());
      next.resolve(undefined);
      await opened(page, 'Início');
      await page.getByText('Carregando…').waitFor({ state: 'detached' });
    });
  }
});

test('a page whose script fails to load says what to do', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ person, expected: /net::ERR_FAILED/ }, async (page) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(at('deposits'));
    const advice = page.getByText('recarregue a página');
    assert.equal(await advice.isVisible(), false);
    await page.evaluate(() => {
      for (const wait of document.getAnimations()) wait.finish();
    });
    await advice.waitFor();
  });
});

test('a page whose style or script an upgrade has replaced opens in the new version', async () => {
  const { person, at } = await openDashboardShop(gateway);
  for (const [title, file] of [
    ['Saques', /\/assets\/withdrawals-[^/]*\.css$/],
    ['Registros', /\/assets\/requests-[^/]*\.js$/],
  ] as const) {
    await visit({ width: 1280, person, expected: /404|Failed|style/ }, async (page) => {
      await page.goto(at('deposits'));
      await opened(page, 'Depósitos');
      const gone = await page.request.get('/app/assets/gone.js');
      let isOld = true;
      page.on('request', (request) => (isOld &&= !request.isNavigationRequest()));
      await page.route(file, (route) =>
        isOld ? route.fulfill({ response: gone }) : route.continue(),
      );
      await page.getByRole('link', { name: title, exact: true }).click();
      await opened(page, title);
    });
  }
});

test('a form filled in before an upgrade of the server can still be confirmed and sent', async () => {
  const { merchant, at } = await openDashboardShop(gateway);
  const person = await openPerson(gateway, { [merchant.accountId]: 'owner' }, { isFresh: false });
  await visit({ width: 1280, person, expected: /status of 40[34]/ }, async (page) => {
    const ahead = page.waitForResponse(/\/assets\/step-up-dialog-.*\.js$/);
    await page.goto(at('wallets'));
    await page.getByRole('button', { name: 'Cadastrar carteira' }).first().click();
    const form = page.getByRole('dialog', { name: 'Cadastrar carteira' });
    await form.getByLabel('Endereço Liquid', { exact: true }).fill(randomTestAddress().address);
    // Together with whatever else it needs.
    await page.evaluate(`import('${(await ahead).url()}').then(() => undefined)`);
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
    await form.getByRole('button', { name: 'Salvar carteira' }).click();
    await page.getByRole('dialog', { name: 'Confirme que é você' }).waitFor();
  });
});

test('what does not open without a server says so, leaves its page as it is, and opens later', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /ERR_/ }, async (page) => {
    await page.clock.install();
    const away = /\/app\/(assets\/|$)/;
    await page.goto(at('deposits'));
    await opened(page, 'Depósitos');
    await page.route(away, (route) => route.abort('connectionrefused'));
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(2_000);
    await failed;
    const charge = page.getByRole('button', { name: 'Nova cobrança' }).first();
    const search = page.getByRole('button', { name: /^Buscar/ });
    const notices = page.getByRole('region', { name: 'Avisos' });
    const told = notices.getByText('Sem conexão com o servidor.');
    for (const button of [charge, search]) {
      await button.click();
      await told.waitFor();
      assert.ok(await page.getByRole('heading', { name: 'Depósitos' }).isVisible());
      await page.getByRole('button', { name: 'Fechar' }).click();
    }
    await page.unroute(away);
    await search.click();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await charge.click();
    await page.getByRole('dialog', { name: 'Nova cobrança' }).getByLabel('Valor').waitFor();
  });
});

test('what an upgrade of the server has replaced asks to load the page anew', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 404|Failed/ }, async (page) => {
    await page.route(/\/assets\/panel-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto(at('deposits'));
    await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
    const reload = page.getByRole('button', { name: 'Recarregar a página' });
    await reload.waitFor();
    await opened(page, 'Depósitos');
    await page.unrouteAll();
    await reload.click();
    await page.getByRole('button', { name: 'Nova cobrança' }).first().click();
    await page.getByRole('dialog', { name: 'Nova cobrança' }).waitFor();
  });
});

test('a page that is not there without a network or a server leaves the menu in place', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /ApiFailure|ERR_/ }, async (page, context) => {
    await page.goto(at('deposits'));
    await opened(page, 'Depósitos');
    const away = /\/app\/(assets\/|$)/;
    await page.route(away, (route) => route.abort('connectionrefused'));
    await page.getByRole('link', { name: 'Registros', exact: true }).click();
    await opened(page, 'Esta página não abriu');
    await page.getByText('Sem conexão com o servidor.').waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.waitForURL('**/webhooks**');
    await opened(page, 'Esta página não abriu');
    await page.unroute(away);
    await context.setOffline(false);
    await opened(page, 'Webhooks');
  });
});
