import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openReceiver } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();

test('a page of a list that does not exist leads to the first one', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 400/ }, async (page) => {
    for (const [section, title] of [
      ['deposits', 'Depósitos'],
      ['alerts', 'Alertas'],
    ] as const) {
      await page.goto(at(`${section}?cursor=zzz`));
      await opened(page, title);
      const refusal = page
        .getByRole('alert')
        .filter({ hasText: 'Esta página da lista não existe' });
      await refusal.getByRole('button', { name: 'Ver a primeira página' }).click();
      await refusal.waitFor({ state: 'detached' });
      await page.waitForURL((url) => !url.searchParams.has('cursor'));
    }
  });
});

test('deliveries to all endpoints name theirs, and are filtered by it', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const receiver = await openReceiver();
  for (const path of ['orders', 'books']) {
    const url = `${receiver.url}/${path}`;
    const { body } = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
    await merchant.call('POST', `/v1/api/webhook-endpoints/${String(body['id'])}/test`);
  }
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('webhooks?aba=entregas'));
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    await rows.filter({ hasText: '/orders' }).waitFor();
    assert.equal(await rows.count(), 2);
    const filter = page.getByLabel('Endpoint');
    const books = await filter.locator('option', { hasText: '/books' }).getAttribute('value');
    await filter.selectOption(books);
    await rows.filter({ hasText: '/orders' }).waitFor({ state: 'detached' });
    assert.match(await rows.innerText(), /\/books/);
    assert.equal(new URL(page.url()).searchParams.get('endpoint'), books);
  });
});
