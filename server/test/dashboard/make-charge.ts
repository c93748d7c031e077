import type { Locator, Page } from 'playwright-core';

/** Fills in and submits the form for a new charge; returns the dialog that shows the charge. */
export async function makeCharge(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'Nova cobrança' });
  await form.getByLabel('Valor').fill('50,00');
  await form.getByLabel('CPF ou CNPJ de quem vai pagar').fill('12345678909');
  await form.getByRole('button', { name: 'Criar cobrança' }).click();
  const made = page.getByRole('dialog', { name: 'Cobrança criada' });
  await made.waitFor();
  return made;
}
