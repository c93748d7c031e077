import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardStage } from '../dashboard-stage.ts';
import { pressTwice } from './press-twice.ts';
import { linkToken, newEmail, signUpWhole } from '../visitor.ts';

const { gateway, visit } = await openDashboardStage();
const expected = /status of 4\d\d/;

test('an invalid invitation links to the dashboard', async () => {
  await visit({ width: 360, expected }, async (page) => {
    await page.goto(`/app/invitation#${'x'.repeat(43)}`);
    await opened(page, 'Este convite não vale mais');
    await page.getByRole('link', { name: 'Ir para o painel' }).click();
    await opened(page, 'Entrar');
  });
});

test('the page for a new password has its owner’s address beside it, for password managers', async () => {
  const { email, call } = await signUpWhole(gateway);
  await call('POST', '/password-reset/request', { email });
  const token = await linkToken(gateway, email, /nova senha/);
  await visit({ width: 360 }, async (page) => {
    await page.goto(`/app/reset-password#${token}`);
    const user = page.locator(`form input[autocomplete=username][value="${email}"]`);
    await user.waitFor({ state: 'attached' });
    await page.getByLabel('Nova senha').fill(`${email.split('@')[0] ?? ''}12345`);
    await page.getByText('Fácil de adivinhar').waitFor();
    await page.getByLabel('Nova senha').fill('uma senha bem longa 123');
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
    await page.waitForURL('**/app/sign-in');
  });
});

test('a double press sets a new password once, and does not say that the link has expired', async () => {
  const { email, call } = await signUpWhole(gateway);
  await call('POST', '/password-reset/request', { email });
  const token = await linkToken(gateway, email, /nova senha/);
  await visit({ width: 360, expected }, async (page) => {
    const sent = postsTo(page, /\/password-reset$/);
    await page.goto(`/app/reset-password#${token}`);
    await page.getByLabel('Nova senha').fill('uma senha bem longa 123');
    await pressTwice(page.getByRole('button', { name: 'Trocar a senha' }));
    await page.waitForURL('**/app/sign-in');
    assert.equal(sent.length, 1);
  });
});

test('a double press sends a password or a code once, since a code can be used only once', async () => {
  await visit({ width: 360, expected }, async (page) => {
    const sent = postsTo(page, /\/sign-in(\/code)?$/);
    await page.route('**/api/sign-in', (route) =>
      route.fulfill({ json: { next: 'second_factor' } }),
    );
    await page.route('**/api/sign-in/code', (route) =>
      route.fulfill({ status: 401, json: { error: 'invalid_code', message: 'Código usado.' } }),
    );
    await page.goto('/app/sign-in');
    await page.getByLabel('E-mail').fill(newEmail());
    await page.locator('input[name=password]').fill('any');
    const submit = page.getByRole('button', { name: 'Entrar', exact: true });
    await pressTwice(submit);
    await page.getByLabel('Código').fill('123456');
    await pressTwice(submit);
    await page.getByText('Código usado.').first().waitFor();
    assert.deepEqual(sent, ['/app/api/sign-in', '/app/api/sign-in/code']);
  });
});

test('the server’s refusal of a field is shown once, at the field', async () => {
  await visit({ width: 1280, expected }, async (page) => {
    await page.goto('/app/sign-up');
    await page.getByLabel('E-mail').fill(newEmail());
    const password = page.locator('input[name=password]');
    await password.fill('passwordpassword');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    const weak = page.getByText('Use 12 caracteres ou mais, e evite senhas comuns.');
    await weak.first().waitFor();
    assert.equal(await weak.count(), 1);

    await page.goto('/app/forgot-password');
    await page.getByLabel('E-mail').fill('ana@');
    await page.getByRole('button', { name: 'Enviar link' }).click();
    const invalid = page.getByText('Confira o e-mail: ele não parece um endereço válido.');
    await invalid.first().waitFor();
    assert.equal(await invalid.count(), 1);
  });
});

test('an address without the end of its domain is asked about once, and then taken', async () => {
  for (const [language, submit, doubt] of [
    ['pt', 'Criar conta', 'Confira o que vem depois do @'],
    ['en', 'Create an account', 'Check what comes after the @'],
  ] as const) {
    await visit({ width: 360, language, expected }, async (page) => {
      await page.goto('/app/sign-up');
      const email = page.getByLabel('E-mail');
      const button = page.getByRole('button', { name: submit });
      await email.fill('maria@padaria');
      await page.locator('input[name=password]').fill('uma senha bem longa 123');
      await button.click();
      await page.getByText(doubt).waitFor();
      assert.equal(await email.evaluate((it) => it === document.activeElement), true);
      await email.fill('maria@mercado');
      await button.click();
      await page.getByText(doubt).waitFor();
      await button.click();
      await page.getByText('maria@mercado').waitFor();
    });
  }
});

test('characters that nobody sees in a pasted address do not count', async () => {
  await visit({ width: 1280, expected }, async (page) => {
    const [name, domain] = newEmail().split('@');
    await page.goto('/app/sign-up');
    await page.getByLabel('E-mail').fill(`\u202a${name}\u200b@${domain}\u202c`);
    await page.locator('input[name=password]').fill('uma senha bem longa 123');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText(`${name}@${domain}`).waitFor();
  });
});

test('the error for a wrong recovery code does not mention the authenticator app, and whoever has no codes left learns whom to ask', async () => {
  await visit({ width: 1280, expected }, async (page) => {
    const begun = { next: 'second_factor' };
    const refused = { error: 'invalid_code', message: 'Use o código atual do aplicativo.' };
    await page.route('**/api/sign-in', (route) => route.fulfill({ json: begun }));
    await page.route('**/api/sign-in/code', (route) =>
      route.fulfill({ status: 401, json: refused }),
    );
    await page.goto('/app/sign-in');
    await page.getByLabel('E-mail').fill(newEmail());
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
    await page.getByRole('textbox', { name: 'Código de recuperação' }).fill('k3vx-9q2m-7wdt-4hpn');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('Este código de recuperação não confere ou já foi usado.').waitFor();
    await page.getByText(/Não tem mais nenhum\?.*fale com o operador/).waitFor();
    await page.getByRole('button', { name: 'Entrar de outro modo' }).press('Enter');
    await page.getByRole('button', { name: 'Usar chave de acesso' }).waitFor();
    assert.equal(await page.locator('h1:focus').innerText(), 'Entrar');
  });
});

/** The paths among these that something is sent to, in turn. */
function postsTo(page: Page, paths: RegExp): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && paths.test(pathname)) sent.push(pathname);
  });
  return sent;
}
