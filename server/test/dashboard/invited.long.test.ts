import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage, readMail } from '../dashboard-stage.ts';
import { newEmail, PASSWORD } from '../visitor.ts';

const { gateway, visit } = await openDashboardStage();
/** Nobody is signed in at first. */
const expected = /status of 401/;

test('an invited person without an account signs up and joins, in either browser', async () => {
  const { merchant, person } = await openDashboardShop(gateway);
  const invite = async (): Promise<string> => {
    const email = newEmail();
    const order = { email, role: 'viewer' };
    const path = `/accounts/${merchant.accountId}/invitations`;
    assert.equal((await person.call('POST', path, order)).status, 201);
    return email;
  };
  const signUp = async (page: Page, email: string): Promise<string> => {
    await page.goto('/app/sign-in');
    await page.goto((await readMail(page, email)).link);
    await page.getByRole('link', { name: 'Criar conta com este e-mail' }).click();
    await opened(page, 'Criar conta');
    assert.equal(await page.getByLabel('E-mail').inputValue(), email);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await opened(page, 'Confirme seu e-mail');
    return (await readMail(page, email)).link;
  };
  const accept = async (page: Page): Promise<void> => {
    await opened(page, 'Convite');
    // The link's token is gone from the address.
    assert.ok(!page.url().includes('#'), page.url());
    await page.getByRole('button', { name: 'Aceitar convite' }).click();
    await page.waitForURL(`**/app/${merchant.accountId}/test/home`);
  };

  const [here, elsewhere] = [await invite(), await invite()];
  await visit({ width: 1280, expected }, async (page, context) => {
    const link = await signUp(page, here);
    // Mail programs open links in a new tab.
    const tab = await context.newPage();
    await tab.goto(new URL(link, page.url()).href);
    await accept(tab);
  });
  const link = await visit({ width: 1280, expected }, (page) => signUp(page, elsewhere));
  await visit({ width: 360, expected }, async (page) => {
    await page.goto(link);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirmar e entrar' }).click();
    await accept(page);
  });
});
