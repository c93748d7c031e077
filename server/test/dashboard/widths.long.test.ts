import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/ids.ts';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { openPerson } from '../person.ts';
import { findScreenFlaws } from './find-screen-flaws.ts';

const { gateway, visit } = await openDashboardStage();

test('screens with tables have no flaw at widths between phone and desktop', async () => {
  const flaws = await findScreenFlaws(
    () => [768, 640].map((width) => ({ state: 'full', language: 'pt', widths: [width] })),
    ['home', 'transactions'],
  );
  assert.deepEqual(flaws, []);
});

test('a wallet with a long name does not widen the table of sent amounts', async () => {
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

test('a long word does not widen a list', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { accountId, environment } = merchant;
  const word = 'Dinossauro'.repeat(12);
  await gateway.app.db`update accounts set name = ${word.slice(0, 80)} where id = ${accountId}`;
  await gateway.app.db`
    update users set name = ${word.slice(0, 80)}, email = ${`${word}@${newId('usr')}.example`}
    where id = ${person.userId}`;
  await gateway.app.db`
    update wallets set label = ${word.slice(0, 60)} where environment_id = ${environment.id}`;
  const title = word.slice(0, 80);
  await merchant.call('POST', '/v1/api/payment-links', { title, amountCents: 600_000 });
  await merchant.deposit({ externalId: word });
  await merchant.withdraw({ externalId: word });
  const key = { name: word.slice(0, 60), scopes: ['withdrawal:create', 'links:manage'] };
  const made = await person.call('POST', `/accounts/${accountId}/test/keys`, key);
  assert.equal(made.status, 201, made.text);
  const operator = await openPerson(gateway, {}, { isOperator: true });
  const lists = ['deposits', 'links', 'withdrawals', 'transactions', 'wallets', 'keys'];
  const places = [...lists, 'settings/team', 'settings/audit'].map(at);
  for (const path of [...places, '/app/operator/accounts', '/app/operator/audit']) {
    const who = path.includes('operator') ? operator : person;
    await visit({ width: 1280, person: who }, async (page) => {
      await page.goto(path);
      const tables = page.getByRole('table');
      await tables.first().waitFor();
      for (const table of await tables.all()) {
        const hidden = await table.evaluate(
          (it) => it.clientWidth - (it.parentElement?.clientWidth ?? 0),
        );
        assert.ok(hidden <= 0, `${path}: ${String(hidden)} px out of sight`);
      }
    });
  }
});
