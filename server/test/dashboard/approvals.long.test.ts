import { test } from 'node:test';
import { openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { askAsAgent } from './full-shop.ts';

const { gateway, visit } = await openDashboardStage();

test('a confirmed withdrawal request that failed shows its reason in words', async () => {
  const shop = await openDashboardShop(gateway);
  const { merchant, person, at } = shop;
  const id = await askAsAgent(gateway, shop);
  await gateway.app.db`
    update withdrawal_requests
    set state = 'REFUSED', refusal = 'withdrawals_disabled', decided_at = now()
    where environment_id = ${merchant.environment.id} and id = ${id}`;
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`withdrawal-requests/${id}`));
    await page.getByRole('definition').getByText('Saques pausados pelo operador.').waitFor();
  });
});

test('the confirmation of a withdrawal shows its Pix key verbatim, special characters included', async () => {
  const shop = await openDashboardShop(gateway);
  const id = await askAsAgent(gateway, shop);
  const pixKey = 'ana**@loja.example';
  const { db, vault } = gateway.app;
  await db`
    update withdrawal_requests
    set pix_key_type = 'EMAIL', pix_key = ${vault.seal('withdrawal_requests.pix_key', pixKey)}
    where environment_id = ${shop.merchant.environment.id} and id = ${id}`;
  await visit({ width: 1280, person: shop.person }, async (page) => {
    await page.goto(shop.at(`withdrawal-requests/${id}`));
    await page.getByRole('button', { name: 'Confirmar saque' }).click();
    const question = page.getByRole('dialog', { name: 'Confirmar este saque?' });
    await question.getByText(`para ${pixKey} será criado`).waitFor();
  });
});

test('whoever may confirm a withdrawal request reads the whole CPF that it pays to', async () => {
  const shop = await openDashboardShop(gateway);
  const id = await askAsAgent(gateway, shop);
  const { db, vault } = gateway.app;
  await db`
    update withdrawal_requests
    set pix_key_type = 'CPF', pix_key = ${vault.seal('withdrawal_requests.pix_key', '12345678909')}
    where environment_id = ${shop.merchant.environment.id} and id = ${id}`;
  await visit({ width: 1280, person: shop.person }, async (page) => {
    await page.goto(shop.at(`withdrawal-requests/${id}`));
    await page.getByRole('definition').getByText('123.456.789-09').waitFor();
    await page.getByRole('button', { name: 'Confirmar saque' }).click();
    const question = page.getByRole('dialog', { name: 'Confirmar este saque?' });
    await question.getByText('para 123.456.789-09 será criado').waitFor();
  });
});

test('confirming a withdrawal reports whether it was accepted', async () => {
  const fault = { kind: 'status', status: 400, message: 'Invalid request', times: 1 };
  for (const isRefused of [false, true]) {
    const shop = await openDashboardShop(gateway);
    const id = await askAsAgent(gateway, shop);
    if (isRefused) {
      const { environment } = shop.merchant;
      await gateway.sandbox.call('PUT', environment.id, '/next-call', { path: 'withdraw', fault });
    }
    await visit({ width: 1280, person: shop.person }, async (page) => {
      await page.goto(shop.at(`withdrawal-requests/${id}`));
      const confirm = page.getByRole('button', { name: 'Confirmar saque' });
      await confirm.click();
      await page.getByRole('dialog', { name: 'Confirmar este saque?' }).locator(confirm).click();
      const outcome = isRefused ? 'O saque não foi aceito. Veja o motivo.' : 'Saque confirmado.';
      await page.getByText(outcome).waitFor();
    });
  }
});
