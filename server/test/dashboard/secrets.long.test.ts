import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { openApi } from '../../src/api.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { openBrowser } from '../browser.ts';
import { buildDashboard, opened, openDashboardShop, signIn } from '../dashboard-stage.ts';
import { openGateway } from '../gateway.ts';
import { visit } from '../pay-page.ts';
import { openReceiver } from '../receiver.ts';

await buildDashboard();
const [gateway, browser] = await Promise.all([openGateway(), openBrowser()]);

const secrets = new Map<string, string>();
const printed: string[] = [];

test('a secret shown once is nowhere in the browser after closing, and never in the log', async (t) => {
  const base = await openLoggingApi((end) => t.after(end));
  const { person, at } = await openDashboardShop(gateway);
  const receiver = await openReceiver();
  const permissions = ['clipboard-read', 'clipboard-write'];
  await visit(browser, base, { width: 1280, permissions }, async (page, context) => {
    await signIn(context, base, person);
    await page.goto(at('keys?nova=1'));
    await seeKey(page);
    await isForgotten(page);

    await page.goto(at('webhooks'));
    await seeWebhookSecret(page, receiver.url);
    await isForgotten(page);

    await page.goto('/app/user');
    await seeCodes(page);
    await isForgotten(page);
    await page.goto(at('home'));
    await opened(page, 'Início');
    await isForgotten(page);
  });
  assert.deepEqual(
    [...secrets.keys()].filter((name) => !name.startsWith('recovery')),
    ['key', 'webhook', 'totp'],
  );
  assert.equal(secrets.size, 13);
  const log = printed.join('');
  assert.ok(printed.length > 50, log.slice(0, 2_000));
  for (const [name, secret] of secrets) assert.ok(!log.includes(secret), `${name} in the log`);
});

/** Another API on the same database, whose log is kept. */
async function openLoggingApi(after: (end: () => Promise<unknown>) => void): Promise<string> {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      printed.push(chunk.toString());
      done();
    },
  });
  const port = await findFreePort();
  const baseUrl = `http://localhost:${String(port)}`;
  const config = { ...gateway.app.config, host: 'localhost', port, baseUrl };
  const http = openApi({ ...gateway.app, config, log: pino({ level: 'trace' }, sink) });
  after(() => http.close());
  await http.listen({ host: 'localhost', port });
  return baseUrl;
}

async function seeKey(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Nova chave de API' });
  await form.getByLabel('Nome').fill('Loja virtual');
  await form.getByRole('button', { name: 'Criar chave' }).click();
  const made = page.getByRole('dialog', { name: 'Chave criada' });
  await keep(page, 'key', await made.getByRole('region', { name: 'Chave de API' }).innerText());
  // Closing without having copied it asks first, and forgets it all the same.
  await page.keyboard.press('Escape');
  await made.getByRole('button', { name: 'Fechar mesmo assim' }).click();
  await made.waitFor({ state: 'detached' });
}

async function seeWebhookSecret(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Novo endpoint' });
  await form.getByLabel('URL do endpoint').fill(url);
  await form.getByRole('button', { name: 'Testar e salvar' }).click();
  const made = page.getByRole('dialog', { name: 'Segredo do endpoint' });
  const secret = made.getByRole('region', { name: 'Segredo', exact: true });
  await keep(page, 'webhook', await secret.innerText());
  await made.getByRole('button', { name: 'Copiar segredo' }).click();
  await made.getByRole('button', { name: 'Concluir' }).click();
  await made.waitFor({ state: 'detached' });
}

async function seeCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ativar' }).click();
  const setUp = page.getByRole('dialog', { name: 'Ativar a verificação em duas etapas' });
  const said = await setUp.innerText();
  const [, secret = ''] = /^([A-Z2-7 ]{16,})$/m.exec(said) ?? [];
  await keep(page, 'totp', secret.replaceAll(' ', ''));
  const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate();
  await setUp.getByLabel('Código', { exact: false }).last().fill(code);
  await setUp.getByRole('button', { name: 'Ativar' }).click();
  const codes = page.getByRole('dialog', { name: 'Guarde seus códigos de recuperação' });
  await codes.waitFor();
  await isForgotten(page);
  const shown = await codes.getByRole('list').getByRole('listitem').allInnerTexts();
  for (const [at, one] of shown.entries()) await keep(page, `recovery ${String(at)}`, one);
  await codes.getByRole('button', { name: 'Copiar códigos' }).click();
  await codes.getByRole('button', { name: 'Já guardei' }).click();
  await codes.waitFor({ state: 'detached' });
  await page.getByText('Códigos de recuperação sem uso: 10.').waitFor();
}

/** It is on the page now, which shows that it would be found. */
async function keep(page: Page, name: string, secret: string): Promise<void> {
  assert.match(secret, /^\S{8,}$/, name);
  secrets.set(name, secret);
  const found = await whereIsIt(page, secret);
  assert.ok(found.length > 0, `${name} is not found while it is shown`);
  assert.deepEqual(
    found.filter((place) => place !== 'document'),
    [],
    name,
  );
}

async function isForgotten(page: Page): Promise<void> {
  for (const [name, secret] of secrets) {
    assert.deepEqual(await whereIsIt(page, secret), [], name);
  }
}

async function whereIsIt(page: Page, secret: string): Promise<string[]> {
  return page.evaluate(async (text) => {
    const inputs = [...document.querySelectorAll('input, textarea')].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
    );
    const databases = await indexedDB.databases();
    const places: Record<string, string> = {
      document: document.documentElement.outerHTML + inputs.join('\n'),
      address: window.location.href,
      history: JSON.stringify(window.history.state),
      'local storage': JSON.stringify({ ...window.localStorage }),
      'session storage': JSON.stringify({ ...window.sessionStorage }),
      cookies: document.cookie,
      databases: JSON.stringify(databases),
    };
    const spread = (said: string) => said.replaceAll(/\s/g, '');
    return Object.keys(places).filter((place) =>
      [places[place] ?? '', spread(places[place] ?? '')].some((said) => said.includes(text)),
    );
  }, secret);
}
