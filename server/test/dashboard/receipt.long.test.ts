import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a paid withdrawal links to the bank’s receipt, without a referrer', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.withdraw())['id']);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`withdrawals/${id}`));
    const link = page.getByRole('link', { name: 'Abrir o comprovante' });
    await page.getByText('Quem recebe', { exact: true }).waitFor();
    assert.equal(await link.count(), 0);
    await merchant.command(`withdrawals/${id}/fund`);
    await link.waitFor();
    assert.equal(await link.getAttribute('rel'), 'noreferrer');
    const opened = page.waitForEvent('popup');
    await link.click();
    const receipt = await opened;
    const { receiptUrl } = await merchant.status(id);
    assert.equal(receipt.url(), receiptUrl);
    await receipt.getByText('R$ 50,00').waitFor();
  });
});
