import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('Escape at the question before closing stays, and loses nothing', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits?new=1'));
    const form = page.getByRole('dialog', { name: 'Nova cobrança' });
    const amount = form.getByLabel('Valor');
    await amount.fill('50,00');
    const question = form.getByRole('alertdialog');
    for (let round = 0; round < 2; round += 1) {
      await page.keyboard.press('Escape');
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      assert.equal(await amount.inputValue(), '50,00');
    }
  });
});

test('going back does not open a detail again that was closed', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const { id } = await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('deposits'));
    await page.locator(`a[href*="${String(id)}"]`).click();
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText('Aguardando').first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.goBack();
    await opened(page, 'Depósitos');
    await page.waitForURL('**/deposits');
    // Longer than a drawer takes to come.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await drawer.count(), 0);
  });
});
