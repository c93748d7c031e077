import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

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
