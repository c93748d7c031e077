import type { Locator, Page } from 'playwright-core';

/** From the open form for a key to the dialog that shows it. */
export async function makeKey(page: Page): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'Nova chave de API' });
  await form.getByLabel('Nome').fill('Loja virtual');
  await form.getByRole('button', { name: 'Criar chave' }).click();
  const made = page.getByRole('dialog', { name: 'Chave criada' });
  await made.waitFor();
  return made;
}
