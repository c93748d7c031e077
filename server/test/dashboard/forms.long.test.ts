import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a button pressed twice at once makes one link, and one key', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(at('links'));
    await page.getByRole('button', { name: 'Criar link' }).first().click();
    const link = page.getByRole('dialog', { name: 'Criar link' });
    await link.getByLabel('Título').fill('Aula de violão');
    await pressTwice(link.getByRole('button', { name: 'Criar link' }));
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
    assert.equal(sent.filter((path) => path.endsWith('/payment-links')).length, 1);

    await page.goto(at('keys?nova=1'));
    const key = page.getByRole('dialog', { name: 'Nova chave de API' });
    await key.getByLabel('Nome').fill('Loja virtual');
    await pressTwice(key.getByRole('button', { name: 'Criar chave' }));
    await page.getByRole('dialog', { name: 'Chave criada' }).waitFor();
    assert.equal(sent.filter((path) => path.endsWith('/keys')).length, 1);
  });
});

test('a page that did not load is loaded when it is tried again', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /Failed|error/i }, async (page) => {
    const part = /\/app\/assets\/keys-.*\.js$/;
    await page.route(part, (route) => route.abort());
    await page.goto(at('keys'));
    const again = page.getByRole('button', { name: 'Tentar de novo' });
    await again.waitFor();
    await page.unroute(part);
    await again.click();
    await opened(page, 'Chaves de API');
  });
});

async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return;
    element.click();
    element.click();
  });
}
