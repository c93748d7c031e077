import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { buildDashboard } from '../dashboard-stage.ts';
import { type Gateway, openGateway } from '../gateway.ts';
import { openPayShop, PRICE } from '../pay-page.ts';
import { openPerson, type Person } from '../person.ts';
import { until } from '../receiver.ts';
import { missingForWebKit, openWebKit, type WebKit } from '../webkit.ts';
import { openFullShop } from './full-shop.ts';
import { button, field, heading } from './paths.ts';
import { listScreens } from './screens.ts';

const missing = missingForWebKit();
const skip = missing.length > 0 && `needs of Debian's packages: ${missing.join(' ')}`;

/** What is wrong with the open screen; a row's link may cover everything else. */
const FIND_FLAWS = `
  const flaws = [];
  if (document.querySelector('h1').innerText === 'Esta página não abriu') flaws.push('not open');
  const isOpen = document.querySelector('[role=dialog]') !== null;
  for (const link of isOpen ? [] : document.querySelectorAll('nav a, .ui-row-link')) {
    const { left, top, width, height } = link.getBoundingClientRect();
    if (width === 0 || top + height > innerHeight) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!link.contains(hit)) flaws.push('covered: ' + link.innerText);
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) flaws.push('scrolls sideways');
  return flaws;`;

test('in WebKit every screen opens, and nothing covers its menu or rows', { skip }, async (t) => {
  const { gateway, webkit } = await openStage(t);
  const full = await openFullShop(gateway);
  const memberships = { [full.merchant.accountId]: 'owner' } as const;
  const operator = await openPerson(gateway, memberships, { isOperator: true });
  await signIn(gateway, webkit, operator);
  const screens = listScreens(full, '').filter(({ who }) => who !== undefined);
  const found = [];
  for (const { name, path } of screens) {
    await webkit.open(gateway.url + path);
    await webkit.waitFor('//h1');
    await webkit.waitFor('//body[not(.//*[contains(@class, "Skeleton") or @aria-busy="true"])]');
    for (const flaw of (await webkit.ask(FIND_FLAWS)) as string[]) found.push(`${name}: ${flaw}`);
  }
  assert.deepEqual(found, []);
  await webkit.open(gateway.url + full.at('deposits'));
  await webkit.press('//table//tbody//a');
  await webkit.waitFor('//*[@role="dialog"]//*[normalize-space() = "Depósito"]');
});

test(
  'in WebKit a withdrawal completes, and a payer sees the payment confirmed',
  { skip },
  async (t) => {
    const { gateway, webkit } = await openStage(t);
    const { person, at } = await openFullShop(gateway);
    await signIn(gateway, webkit, person);
    await webkit.open(gateway.url + at('withdrawals/new'));
    await webkit.type(field('Valor'), '25,00');
    await webkit.type(field('Chave Pix de quem recebe'), 'maria@example.com');
    await webkit.type(field('CPF ou CNPJ de quem recebe'), '52998224725');
    await webkit.press(button('Conferir'));
    await webkit.press(button('Criar saque'));
    await webkit.waitFor('//h2[normalize-space() = "Envie os DePix"]');
    await webkit.press(button('Enviar o valor exato'));
    await webkit.waitFor('//li[starts-with(normalize-space(), "Pix enviado às")]');

    const shop = await openPayShop(gateway);
    const { path } = await shop.link({ amountCents: PRICE });
    await webkit.open(gateway.url + path);
    await webkit.type('//input[@id = "document"]', '12345678909');
    await webkit.press('//form[@id = "order"]//button');
    await webkit.waitFor('//button[@id = "copy"]');
    const { pathname } = new URL(String(await webkit.ask('return location.href')));
    await shop.pay(pathname);
    await webkit.waitFor('//main[@data-state = "confirmed"]//h1');
  },
);

test(
  'in WebKit what a page showed before the sign-out is not shown on the way back',
  { skip },
  async (t) => {
    const { gateway, webkit } = await openStage(t);
    const { person, at } = await openFullShop(gateway);
    await signIn(gateway, webkit, person);
    const home = gateway.url + at('home');
    await webkit.open(home);
    await webkit.waitFor('//h1');
    await webkit.ask(`
    addEventListener('pageshow', (event) => {
      const isShown = document.querySelector('h1').getClientRects().length > 0;
      if (event.persisted && isShown) localStorage.setItem('shown', location.pathname);
    });`);
    await webkit.press('//button[starts-with(@aria-label, "Seu usuário")]');
    await webkit.press(button('Sair'));
    await webkit.waitFor(heading('Entrar'));
    await webkit.ask('history.back()');
    await webkit.waitFor(heading('Entrar'));
    const isAsked = async () =>
      String(await webkit.ask('return location.search')).includes('next=');
    await until(isAsked, 20_000);
    assert.equal(await webkit.ask('return localStorage.getItem("shown")'), null);
  },
);

async function openStage(t: TestContext): Promise<{ gateway: Gateway; webkit: WebKit }> {
  await buildDashboard();
  const scope = { after: (release: () => void | Promise<void>) => t.after(release) };
  const gateway = await openGateway({ after }, { env: { PONTE_HOST: 'localhost' } });
  return { gateway, webkit: await openWebKit(scope) };
}

async function signIn({ url }: Gateway, webkit: WebKit, { cookie }: Person): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await webkit.open(`${url}/healthz`);
  await webkit.setCookie(name, value);
}
