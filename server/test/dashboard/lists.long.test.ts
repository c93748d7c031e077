import { test } from 'node:test';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

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
