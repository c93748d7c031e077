import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage, signIn } from '../dashboard-stage.ts';
import { admitted } from '../merchant.ts';
import type { Person } from '../person.ts';
import { until } from '../receiver.ts';
import { translate } from './translated.ts';

const { gateway, visit } = await openDashboardStage();
/** The browser's message about a stream or a request of a session that has ended. */
const ENDED = /status of 401|EventSource's response/;
const LIVE = /\/live$/;

test('a deposit paid elsewhere becomes confirmed in the open list without a reload', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit({ externalId: 'pedido 1' });
  await visit({ width: 1280, person }, async (page) => {
    const stream = page.waitForResponse(LIVE);
    await page.goto(at('deposits'));
    const table = page.getByRole('table', { name: 'Depósitos' });
    await table.getByText('Aguardando', { exact: true }).waitFor();
    assert.equal((await stream).status(), 200);
    await page.evaluate(() => Reflect.set(window, 'isTheSamePage', true));
    await merchant.command(`deposits/${String(id)}/pay`, {});
    await table.getByText('Confirmado', { exact: true }).waitFor();
    assert.equal(await page.evaluate(() => Reflect.get(window, 'isTheSamePage')), true);
  });
});

test('a deposit becomes confirmed in a list that the browser was told to translate', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit({ externalId: 'pedido 1' });
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    const table = page.getByRole('table', { name: 'Depósitos' });
    await table.getByText('Aguardando', { exact: true }).waitFor();
    await translate(page);
    await merchant.command(`deposits/${String(id)}/pay`, {});
    await table.getByText('Confirmado', { exact: true }).waitFor();
    assert.equal(await table.getByText('Aguardando', { exact: true }).count(), 0);
  });
});

test('changes before the stream could be opened are shown once it is', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit({ externalId: 'pedido 1' });
  await visit({ width: 1280, person, expected: /ERR_CONNECTION_REFUSED/ }, async (page) => {
    // With a stream open, the server listens for changes: it has missed none to report later.
    const other = await page.context().newPage();
    const heard = other.waitForResponse(LIVE);
    await other.goto(at('deposits'));
    await heard;
    await page.route(LIVE, (route) => route.abort('connectionrefused'), { times: 1 });
    await page.goto(at('deposits'));
    const table = page.getByRole('table', { name: 'Depósitos' });
    const waiting = table.getByText('Aguardando', { exact: true });
    await waiting.waitFor();
    const stream = page.waitForResponse(LIVE);
    await merchant.deposit({ externalId: 'pedido 2' });
    await stream;
    await waiting.nth(1).waitFor();
  });
});

test('changes while the stream is slow to open are shown once it is', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit({ externalId: 'pedido 1' });
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    const other = await page.context().newPage();
    const heard = other.waitForResponse(LIVE);
    await other.goto(at('deposits'));
    await heard;
    const free = Promise.withResolvers<undefined>();
    await page.route(LIVE, async (route) => {
      await free.promise;
      return route.continue();
    });
    await page.goto(at('deposits'));
    const table = page.getByRole('table', { name: 'Depósitos' });
    const waiting = table.getByText('Aguardando', { exact: true });
    await waiting.waitFor();
    await page.clock.fastForward(2_000);
    await merchant.deposit({ externalId: 'pedido 2' });
    // It was announced, to whoever could hear it.
    await other.getByText('Aguardando', { exact: true }).nth(1).waitFor();
    free.resolve(undefined);
    await waiting.nth(1).waitFor();
  });
});

test('after the computer slept, the page shows what changed, although its stream seems open', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit({ externalId: 'pedido 1' });
  await visit({ width: 1280, person }, async (page) => {
    await page.clock.install();
    // The first stream stays open and is silent, as one whose connection died unnoticed.
    await page.addInitScript(`{
      const { prototype } = EventSource;
      const listen = prototype.addEventListener;
      let first;
      prototype.addEventListener = function (kind, ...rest) {
        first ??= this;
        if (this !== first || kind === 'open') listen.call(this, kind, ...rest);
      };
    }`);
    const stream = page.waitForResponse(LIVE);
    await page.goto(at('deposits'));
    await stream;
    const table = page.getByRole('table', { name: 'Depósitos' });
    await table.getByText('Aguardando', { exact: true }).waitFor();
    await merchant.command(`deposits/${String(id)}/pay`, {});
    await merchant.reaches(String(id), 'CONFIRMED');
    assert.equal(await table.getByText('Confirmado', { exact: true }).count(), 0);
    await page.clock.fastForward('02:00:00');
    await table.getByText('Confirmado', { exact: true }).waitFor();
  });
});

test('signing out closes the live stream', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: ENDED }, async (page) => {
    const begun = page.waitForResponse(LIVE);
    await page.goto(at('home'));
    await begun;
    const ended = page.waitForEvent('requestfailed', (request) => LIVE.test(request.url()));
    await page.getByRole('button', { name: /^Seu usuário/ }).click();
    await page.getByRole('button', { name: 'Sair' }).click();
    await opened(page, 'Entrar');
    await ended;
    const later = await page.request.get(`/app/api/accounts/${merchant.accountId}/test/live`);
    assert.equal(later.status(), 401);
  });
});

test('two tabs in test and live mode each show and receive only their own mode', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit({ externalId: 'pedido de teste' });
  await visit({ width: 1280, person }, async (test, context) => {
    await test.goto(at('deposits'));
    await test.getByRole('table').getByText('Aguardando', { exact: true }).waitFor();
    const live = await context.newPage();
    await live.goto(`/app/${merchant.accountId}/live/deposits`);
    await opened(live, 'Depósitos');
    await live.getByText('Crie a primeira cobrança').waitFor();
    // The newer tab remembered its mode; the older one stays with that of its address.
    await test.bringToFront();
    const second = await merchant.deposit({ externalId: 'outro pedido' });
    await merchant.command(`deposits/${String(second['id'])}/pay`, {});
    await test.getByRole('table').getByText('Confirmado', { exact: true }).waitFor();
    assert.equal(await live.getByRole('table').count(), 0);
    await test.reload();
    await test.getByRole('table').getByText('Confirmado', { exact: true }).waitFor();
    assert.match(test.url(), /\/test\/deposits/);
  });
});

test('a language or theme chosen in one tab holds in the other', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page, context) => {
    await page.goto(at('wallets'));
    await opened(page, 'Carteiras');
    const other = await context.newPage();
    await other.goto(at('home'));
    await opened(other, 'Início');
    await other.getByRole('button', { name: 'Mudar para o tema escuro' }).click();
    await other.getByRole('button', { name: /^Seu usuário/ }).click();
    await other.getByRole('button', { name: 'English' }).click();
    await opened(other, 'Home');
    await opened(page, 'Wallets');
    await page.locator('html[lang=en][data-mantine-color-scheme=dark]').waitFor();
  });
});

test('a session ended elsewhere leads to sign-in, which remembers the page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: ENDED }, async (page) => {
    await page.goto(at('wallets'));
    await page.getByRole('table', { name: 'Carteiras' }).getByText('Nunca usada').waitFor();
    await endOn(page, /\/test\/deposits\?/, person);
    await page.getByRole('link', { name: 'Depósitos', exact: true }).click();
    await opened(page, 'Entrar');
    await until(() => page.url().includes('next='));
    const next = new URL(page.url()).searchParams.get('next');
    assert.equal(next, at('deposits'));
  });
});

test('signing out of a session ended elsewhere leads to sign-in', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: ENDED }, async (page) => {
    await page.goto(at('home'));
    await page.getByRole('button', { name: /^Seu usuário/ }).click();
    await endOn(page, /\/app\/api\/sign-out$/, person);
    await page.getByRole('button', { name: 'Sair' }).click();
    await opened(page, 'Entrar');
  });
});

test('a second person signing in gets their own language', async () => {
  const { person, at } = await openDashboardShop(gateway);
  const { person: other } = await openDashboardShop(gateway);
  assert.equal((await other.call('PATCH', '/me', { language: 'en' })).status, 200);
  await visit({ width: 1280, person, expected: ENDED }, async (page, context) => {
    await page.goto(at('home'));
    await opened(page, 'Início');
    await endOn(page, /\/test\/wallets\b/, person);
    await page.getByRole('link', { name: 'Carteiras', exact: true }).click();
    await opened(page, 'Entrar');
    await signIn(context, gateway.url, other);
    await page.getByRole('link', { name: 'Ponte' }).click();
    await opened(page, 'Home');
  });
});

/** Ends the session when the page asks for this, so that nothing else is refused before it. */
async function endOn(page: Page, asked: RegExp, person: Person): Promise<void> {
  await page.route(asked, async (route) => {
    await end(person);
    await route.continue();
  });
}

async function end(person: Person): Promise<void> {
  const ended = await admitted(async () => {
    await gateway.app.db`update sessions set ended_at = now() where user_id = ${person.userId}`;
    return person.call('GET', '/me');
  });
  assert.equal(ended.status, 401);
}
