import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { opened, openDashboardShop, openDashboardStage } from '../dashboard-stage.ts';

const { gateway, visit } = await openDashboardStage();

test('a text that is too long is kept whole, says so, and is not sent until it is shorter', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  for (const width of [1280, 390]) {
    await visit({ width, person }, async (page) => {
      await page.goto(at('links?new=1'));
      const form = page.getByRole('dialog', { name: 'Criar link' });
      const send = form.getByRole('button', { name: 'Criar link' });
      await form.getByLabel('Título').fill('Aula de violão');
      const about = form.getByLabel(/^Descrição/);
      await paste(about, 'ção '.repeat(130));
      const told = form
        .getByRole('alert')
        .getByText('no máximo 500 caracteres: este texto tem 520');
      await told.waitFor();
      await send.click();
      await about.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
      assert.deepEqual(await merchant.list('/v1/api/payment-links'), []);
      assert.equal(await about.inputValue(), 'ção '.repeat(130));
      await form.getByLabel('Título').fill('x'.repeat(121));
      await form.getByRole('alert').getByText('este texto tem 121').waitFor();
    });
  }
  await visit({ width: 1280, person }, async (page) => {
    await page.goto(at('links?new=1'));
    const form = page.getByRole('dialog', { name: 'Criar link' });
    const title = form.getByLabel('Título');
    await paste(title, `${'🎸'.repeat(120)}!`);
    await form.getByText('este texto tem 121').waitFor();
    await title.press('Backspace');
    await title.press('Enter');
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
    const [link] = await merchant.list('/v1/api/payment-links');
    assert.equal(link?.['title'], '🎸'.repeat(120));
  });
});

test('marks that nobody sees in a pasted text do not keep it from being saved', async () => {
  const { merchant, person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const marked = (text: string) => `\u202a${text}\u202c`;
    await page.goto(at('links?new=1'));
    const link = page.getByRole('dialog', { name: 'Criar link' });
    await link.getByLabel('Título').fill(marked('Aula\tde violão 👩‍🎨'));
    await link.getByLabel(/^Descrição/).fill(marked('Sala 2\nTerças'));
    await link.getByRole('button', { name: 'Criar link' }).click();
    await page.getByRole('dialog', { name: 'Link pronto' }).waitFor();
    const [made] = await merchant.list('/v1/api/payment-links');
    assert.deepEqual(
      [made?.['title'], made?.['description']],
      ['Aula de violão 👩‍🎨', 'Sala 2\nTerças'],
    );
    await page.goto(at('deposits?new=1'));
    const charge = page.getByRole('dialog', { name: 'Nova cobrança' });
    await charge.getByLabel('Valor').fill(marked('50,00'));
    await charge.getByLabel('CPF ou CNPJ de quem vai pagar').fill(marked('529.982.247-25'));
    await charge.getByLabel(/^Seu número do pedido/).fill(marked('4711'));
    await charge.getByRole('button', { name: 'Criar cobrança' }).click();
    await page.getByRole('dialog', { name: 'Cobrança criada' }).waitFor();
    await page.goto(at('settings/shop'));
    await page.getByLabel(/^Contato/).fill(marked('+55 11 98765-4321'));
    await page.getByLabel(/^Site/).fill(marked('https://shop.example'));
    await page.getByRole('button', { name: 'Salvar loja' }).click();
    await page.getByText('Loja salva').waitFor();
  });
});

test('a password longer than the gateway takes is refused instead of cut', async () => {
  await visit({ width: 390 }, async (page) => {
    await page.goto('/app/sign-up');
    await opened(page, 'Criar conta');
    const password = page.getByLabel('Senha', { exact: true });
    await paste(password, 'a muito longa '.repeat(15));
    await page.getByText('no máximo 200 caracteres: este texto tem 210').waitFor();
    await page.getByLabel('E-mail').fill('ana@shop.example');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await password.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
    assert.equal(await password.inputValue(), 'a muito longa '.repeat(15));
  });
});

test('search does not look for the beginning of a pasted text that is too long', async () => {
  const { person, at } = await openDashboardShop(gateway);
  await visit({ width: 1280, person }, async (page) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/search?')) asked.push(request.url());
    });
    await page.goto(at('home'));
    await opened(page, 'Início');
    await page.keyboard.press('Control+K');
    const field = page.getByRole('combobox', { name: 'O que você procura?' });
    await paste(field, 'order-4711 '.repeat(12));
    await page.getByText('no máximo 128 caracteres: este texto tem 132').waitFor();
    await field.fill('order-4711');
    await page.getByText('Nada com “order-4711”').waitFor();
    assert.deepEqual(
      asked.map((url) => new URL(url).searchParams.get('q')),
      ['order-4711'],
    );
  });
});

/** As the clipboard does it, which a limit of the field cuts. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().keyboard.insertText(text);
}
