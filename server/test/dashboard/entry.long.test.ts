import { test } from 'node:test';
import { opened, openDashboardStage } from '../dashboard-stage.ts';

const { visit } = await openDashboardStage();
const expected = /status of 4\d\d/;

test('an invitation that is no longer valid leads on', async () => {
  await visit({ width: 360, expected }, async (page) => {
    await page.goto(`/app/invitation#${'x'.repeat(43)}`);
    await opened(page, 'Este convite não vale mais');
    await page.getByRole('link', { name: 'Ir para o painel' }).click();
    await opened(page, 'Entrar');
  });
});
