import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { findScreenFlaws } from './find-screen-flaws.ts';

const { gateway, visit } = await openDashboardStage();
const WITH_TABLES = ['home', 'transactions'];

test('screens with tables neither move nor scroll sideways between a phone and a desk', async () => {
  const flaws = await findScreenFlaws(({ name }) =>
    WITH_TABLES.includes(name)
      ? [768, 640].map((width) => ({ state: 'full', language: 'pt', widths: [width] }))
      : [],
  );
  assert.deepEqual(flaws, []);
});

test('a wallet with a long name pushes no figure out of the table of what was sent', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const label = 'Cofre da família na casa de praia '.repeat(3).slice(0, 80).trim();
  await gateway.app.db`
    update wallets set label = ${label} where environment_id = ${merchant.environment.id}`;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('transactions'));
    await page.getByRole('rowheader', { name: label }).waitFor();
    const table = page.getByRole('region', { name: 'Enviado para suas carteiras' });
    assert.equal(await table.evaluate((it) => it.scrollWidth - it.clientWidth), 0);
  });
});
