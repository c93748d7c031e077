import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { until } from '../receiver.ts';

const { gateway, visit } = await openDashboardStage();

test('paging advances once while a page loads, and its button keeps the focus meanwhile', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.deposit();
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    await page.route('**/test/deposits?*', async (route) => {
      const url = new URL(route.request().url());
      const isLast = url.searchParams.has('cursor');
      if (isLast) await free.promise;
      url.searchParams.delete('cursor');
      const response = await route.fetch({ url: url.href });
      const list = (await response.json()) as object;
      return route.fulfill({ response, json: { ...list, nextCursor: isLast ? null : 'last' } });
    });
    await page.goto(at('deposits'));
    const older = page.getByRole('button', { name: 'Mais antigas' });
    await older.press('Enter');
    await page.waitForURL('**/deposits?cursor=last');
    await page.keyboard.press('Enter');
    assert.equal(await older.evaluate((it) => it === document.activeElement), true);
    free.resolve(undefined);
    const newer = page.getByRole('button', { name: 'Mais novas' });
    await until(async () => !(await isHeld(newer)));
    await newer.click();
    await page.waitForURL((url) => !url.searchParams.has('cursor'));
  });
});

test('a period that cannot be added up leaves the page and its focus where they are', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 503/ }, async (page) => {
    await page.route('**/overview?*', (route) =>
      route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Tente de novo.' } }),
    );
    await page.goto(at('home'));
    const failure = page.getByText('Não deu para somar agora.');
    await failure.waitFor();
    const period = page.getByLabel('Período');
    await period.focus();
    await period.selectOption('hoje');
    await failure.waitFor({ state: 'detached' });
    assert.equal(await period.evaluate((it) => it === document.activeElement), true);
    await failure.waitFor();
    assert.equal(await period.evaluate((it) => it === document.activeElement), true);
  });
});

test('invitations that cannot be loaded say so, and are not requested over and over', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person, expected: /status of 429/ }, async (page) => {
    let asked = 0;
    await page.route('**/invitations?*', (route) => {
      asked += 1;
      return route.fulfill({ status: 429, json: { error: 'rate_limited', message: 'Devagar.' } });
    });
    await page.goto(at('settings/team'));
    const section = page.getByRole('region', { name: 'Convites em aberto' });
    const again = section.getByRole('button', { name: 'Tentar de novo' });
    // Once by the page and once by the section.
    await until(() => asked >= 2);
    await again.click();
    await until(() => asked >= 3);
    await again.waitFor();
    assert.equal(asked, 3);
  });
});

test('a list that was always empty never says that only its period is', async () => {
  const { person, at } = await openDashboardShop(gateway);
  for (const [section, first] of [
    ['deposits', 'Crie a primeira cobrança'],
    ['withdrawals', 'Quando quiser transformar DePix'],
  ] as const) {
    await visit({ width: 1280, person }, async (page) => {
      const free = Promise.withResolvers<undefined>();
      await page.route(/limit=1$/, async (route) => {
        await free.promise;
        return route.fallback();
      });
      const asked = page.waitForRequest(/limit=1$/);
      await page.goto(at(section));
      await asked;
      assert.equal(await page.getByText(/neste período/).count(), 0);
      free.resolve(undefined);
      await page.getByText(first).waitFor();
    });
  }
});

test('a switch keeps the focus while its change is saved, and changes once', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await merchant.call('POST', '/v1/api/payment-links', { title: 'Aula' });
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    let sent = 0;
    await page.route('**/payment-links/*', async (route) => {
      sent += 1;
      await free.promise;
      return route.fallback();
    });
    await page.goto(at('links'));
    const link = page.getByRole('switch', { name: 'Aula aceita pagamentos' });
    await link.press('Space');
    await until(() => isHeld(link));
    await page.keyboard.press('Space');
    free.resolve(undefined);
    await page.getByText('Link desativado.').first().waitFor();
    await until(async () => !(await isHeld(link)));
    assert.equal(await link.evaluate((it) => it === document.activeElement), true);
    assert.deepEqual([await link.isChecked(), sent], [false, 1]);
  });
});

test('a second test case can be started while the first one is in flight', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const free = Promise.withResolvers<undefined>();
    const sent = new Set<string>();
    await page.route('**/sandbox/cases/*', async (route) => {
      sent.add(route.request().url());
      await free.promise;
      return route.fallback();
    });
    await page.goto(at('simulator'));
    const cases = page.getByRole('table').last().getByRole('button');
    await cases.nth(0).click();
    await cases.nth(1).click();
    await until(() => sent.size === 2);
    assert.equal(await isHeld(cases.nth(0)), true);
    free.resolve(undefined);
  });
});

/** A disabled one cannot be used either, but loses the focus. */
function isHeld(control: Locator): Promise<boolean> {
  return control.evaluate((it) => it.matches(':disabled, [aria-disabled="true"]'));
}
