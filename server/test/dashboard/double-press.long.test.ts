import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openDashboardShop, openDashboardStage, readMail } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { pressTwice } from './press-twice.ts';
import { returnPayment } from './return-payment.ts';

const { gateway, visit } = await openDashboardStage();

test('a double press downloads a file once', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await returnPayment(merchant);
  const paid = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${paid}/pay`, {});
  await merchant.reaches(paid, 'CONFIRMED', 30_000);
  await visit({ width: 1280, person }, async (page) => {
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));

    await page.goto(at('alerts'));
    await pressTwice(page.getByRole('button', { name: 'Baixar evidências' }));
    await page.getByText('Evidências baixadas').first().waitFor();
    await page.goto(at(`deposits/${paid}`));
    await page.getByText('Comprovante', { exact: true }).click();
    await pressTwice(page.getByRole('button', { name: 'Baixar comprovante' }));
    await page.getByText('Comprovante baixado').first().waitFor();
    await page.goto(at('deposits'));
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    await pressTwice(page.getByRole('button', { name: 'Baixar arquivo' }));
    await page.getByText('Download iniciado').first().waitFor();
    // A further download, which the browser reports after those before it.
    await page.getByRole('button', { name: 'Exportar CSV' }).click();
    const last = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar arquivo' }).click();
    await last;
    assert.equal(files.length, 4, files.join());
  });
});

test('a double press accepts an invitation once', async () => {
  const { merchant, person } = await openDashboardShop(gateway);
  const invited = await openPerson(gateway);
  const order = { email: invited.email, role: 'viewer' };
  const path = `/accounts/${merchant.accountId}/invitations`;
  assert.equal((await person.call('POST', path, order)).status, 201);
  await visit({ width: 1280, person: invited }, async (page) => {
    const sent = posts(page, '/accept');
    await page.goto('/app/sign-in');
    await page.goto((await readMail(page, invited.email)).link);
    await pressTwice(page.getByRole('button', { name: 'Aceitar convite' }));
    await page.waitForURL(`**/app/${merchant.accountId}/test/home`);
    assert.equal(sent.length, 1, sent.join());
  });
});

test('a double press on retry uses the link of a mail once', async () => {
  await visit({ width: 360, expected: /status of 503/ }, async (page) => {
    const sent = posts(page, '/confirm-email');
    const free = Promise.withResolvers<undefined>();
    await page.route('**/confirm-email', async (route) => {
      if (sent.length > 1) await free.promise;
      return route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Espere.' } });
    });
    await page.goto(`/app/confirm#${'x'.repeat(43)}`);
    await pressTwice(page.getByRole('button', { name: 'Tentar de novo' }));
    await page.getByText('Confirmando seu e-mail').waitFor();
    free.resolve(undefined);
    await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    assert.equal(sent.length, 2, sent.join());
  });
});

test('a double press verifies the audit log once', async () => {
  const operator = await openPerson(gateway, {}, { isOperator: true });
  await visit({ width: 1280, person: operator }, async (page) => {
    const sent = posts(page, '/verify');
    await page.goto('/app/operator/audit');
    await page.getByRole('button', { name: 'Conferir a cadeia' }).click();
    const form = page.getByRole('dialog', { name: 'Conferir a cadeia' });
    await pressTwice(form.getByRole('button', { name: 'Conferir a cadeia' }));
    await form.getByRole('button', { name: 'Conferir de novo' }).waitFor();
    assert.equal(sent.length, 1, sent.join());
  });
});

/** The paths of commands sent by the page that end like this. */
function posts(page: Page, end: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.endsWith(end)) sent.push(pathname);
  });
  return sent;
}
