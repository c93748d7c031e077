import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { randomTestAddress } from '../../src/liquid/random-test-address.ts';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';
import { DESCRIPTOR } from '../descriptors.ts';
import { showDeposit } from './show-chain.ts';

const { gateway, visit } = await openDashboardStage();
const KEY = 'ab'.repeat(32);
/** The browser's message about a response that the test provokes. */
const REFUSED = /status of 400/;
const SLOW = { timeout: 60_000 };

async function openForm(page: Page, way: string): Promise<void> {
  await opened(page, 'Carteiras');
  await page.getByRole('button', { name: 'Cadastrar carteira' }).click();
  await page.getByRole('radio', { name: way }).check();
}

const secretField = (page: Page) => page.locator('[role=dialog] input[type=password]');
const save = (page: Page) => page.getByRole('button', { name: 'Salvar carteira' }).click();

test('a descriptor with a private key never leaves the browser', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.goto(at('wallets'));
    await openForm(page, 'Descritor da carteira');
    await secretField(page).fill(`ct(slip77(${KEY}),elwpkh(tprv8ZgxMBicQKsPd/<0;1>/*))`);
    await save(page);
    await page.getByText('Isto contém uma chave privada').waitFor();
    assert.ok(!sent.some((body) => body.includes('tprv')));
  });
});

test('the server’s refusal of a blinding key is shown at its field, which keeps its value', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 360, person, expected: REFUSED }, async (page) => {
    await page.goto(at('wallets'));
    await openForm(page, 'Endereço e chave de blinding');
    await page.getByLabel('Endereço Liquid').fill(randomTestAddress().address);
    await secretField(page).fill(KEY);
    await save(page);
    const problem = page.locator('[role=dialog] .mantine-InputWrapper-error');
    assert.match(String(await problem.textContent()), /^Esta não é a chave deste endereço/);
    assert.equal(await secretField(page).inputValue(), KEY);
  });
});

test('a wallet with a descriptor is marked in the list, and its descriptor is nowhere in the page', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('wallets'));
    await openForm(page, 'Descritor da carteira');
    await secretField(page).fill(DESCRIPTOR.test);
    await save(page);
    await page.getByRole('table').getByText('um endereço novo por depósito').waitFor();
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    assert.ok(!(await page.content()).includes('slip77'));
  });
});

test('an open deposit page shows the network’s confirmation and offers the proof for download', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.deposit())['id']);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`deposits/${id}`));
    await page.getByText('Aguardando o pagamento').first().waitFor();
    await merchant.command(`deposits/${id}/pay`, {});
    await page.getByText('Confirmada na rede').waitFor(SLOW);
    await page.getByText('Comprovante', { exact: true }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar comprovante' }).click();
    const file = await saving;
    assert.equal(file.suggestedFilename(), `${id}.json`);
    const proof = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown>;
    assert.equal(proof['depositId'], id);
  });
});

test('a chain mismatch is explained on the home page, in the list and on the deposit', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`, {});
  await merchant.reaches(id, 'CONFIRMED', 30_000);
  await showDeposit(gateway.app.db, id, { state: 'mismatch', fault: 'missing' });
  await visit({ width: 360, person }, async (page) => {
    await page.goto(at('home'));
    const notice = page.getByRole('alert').filter({ hasText: 'A rede Liquid não confirma' });
    await notice.getByRole('link', { name: 'Depósito de R$ 50,00' }).click();
    await page.getByRole('alert').getByText('A rede não conhece a transação').waitFor();
    await page.goto(at('deposits'));
    await page.getByText('Divergência na rede').waitFor();
  });
});

test('an open withdrawal page shows what the network shows', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.withdraw())['id']);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`withdrawals/${id}`));
    await page.getByText('Nada visto ainda').waitFor();
    await merchant.command(`withdrawals/${id}/fund`);
    await page.getByText('Confirmada na rede').waitFor(SLOW);
  });
});

test('a withdrawal funded with too little says so, and no longer asks to send', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.withdraw({ amountCents: 50_051 }))['id']);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`withdrawals/${id}`));
    const progress = page.getByRole('region', { name: 'Andamento' });
    await progress.getByText(/^Chegaram .* não confere/).waitFor(SLOW);
    assert.equal(await progress.getByText('Aguardando seus').count(), 0);
    await page.getByText('O que chegou não confere').waitFor();
    assert.equal(await page.getByText('Confirmada na rede').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Enviar o valor exato' }).count(), 0);
    assert.equal(await page.getByText('Envie exatamente').isVisible(), false);
  });
});

test('a deposit paid short shows the paid amount, and no longer asks to pay', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  const id = String((await merchant.deposit({ amountCents: 50_018 }))['id']);
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at(`deposits/${id}`));
    const drawer = page.getByRole('dialog', { name: 'Depósito' });
    await drawer.getByText(/^Foram pagos R\$/).waitFor(SLOW);
    await drawer.getByText('Você receberia').waitFor();
    assert.equal(await drawer.getByText('Pode ser pago até').count(), 0);
    assert.equal(await drawer.getByRole('button', { name: 'Pagar como o titular' }).count(), 0);
  });
});
