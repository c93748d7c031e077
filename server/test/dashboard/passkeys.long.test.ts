import { test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { insertUserWithPassword } from '../sessions/person-with-password.ts';
import { openDashboardStage } from '../dashboard-stage.ts';
import { PASSWORD } from '../visitor.ts';

const { gateway, visit } = await openDashboardStage();

/** The browser's own authenticator, whose owner touches it at once. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognize: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function signInByPassword(page: Page, email: string): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

async function usePasskey(page: Page): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
}

test('a passkey of the browser is added once, signs in, and no more once it was removed', async () => {
  const email = await insertUserWithPassword(gateway.app);
  await visit({ width: 1280, expected: /status of 401/ }, async (page, context) => {
    const authenticator = await addAuthenticator(context, page);
    await signInByPassword(page, email);
    await page.goto('/app/user');
    const add = page.getByRole('button', { name: 'Adicionar chave de acesso' });
    const dialog = page.getByRole('dialog');
    await authenticator.recognize(false);
    await add.click();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await dialog.getByText('A chave de acesso não foi criada. Tente de novo.').waitFor();
    await page.keyboard.press('Escape');
    await authenticator.recognize(true);
    for (const name of ['Notebook', 'De novo']) {
      await add.click();
      await dialog.getByLabel('Nome').fill(name);
      await dialog.getByRole('button', { name: 'Continuar' }).click();
      await dialog.waitFor({ state: name === 'Notebook' ? 'detached' : 'visible' });
    }
    await dialog.getByText('Este aparelho já tem uma chave de acesso sua.').waitFor();

    // Nothing is suggested before the button is pressed.
    await authenticator.recognize(false);
    await context.clearCookies();
    await usePasskey(page);
    await page.getByText('A chave de acesso não foi usada.').waitFor();
    await authenticator.recognize(true);
    // The page suggests the passkey anew, which may be accepted before the button is pressed.
    const button = page.getByRole('button', { name: 'Usar chave de acesso' });
    await button.evaluateAll((found) => found.forEach((one) => (one as HTMLElement).click()));
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));

    await visit({ width: 1280 }, async (other) => {
      await signInByPassword(other, email);
      await other.goto('/app/user');
      await other.getByRole('button', { name: 'Remover', exact: false }).first().click();
      await other.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
      await other.getByText('Nenhuma chave de acesso ainda').waitFor();
    });
    await context.clearCookies();
    await usePasskey(page);
    await page.getByText('Não foi possível confirmar a chave de acesso.').waitFor();
    await signInByPassword(page, email);
  });
});
