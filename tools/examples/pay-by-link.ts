import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { readText } from '../repository.ts';
import type { Merchant } from './open-merchant.ts';
import { step } from './step.ts';

const TIMEOUT_MS = 60_000;
/** What the example's README says to replace. */
const PLACEHOLDER = /https:\/\/ponte\.example\/pay\/[\w-]+/g;

/** The page with the button, opened from disk; its link is paid as a payer would. */
export async function payByLink(
  browser: Browser,
  merchant: Merchant,
  place: string,
): Promise<void> {
  const link = await step('a payment link is created', () =>
    merchant.ask('POST', '/v1/api/payment-links', { title: 'Aula de violão', amountCents: 5_000 }),
  );
  const source = readText('examples/no-code-page/index.html');
  assert.equal(source.match(PLACEHOLDER)?.length, 1, 'the page has one address to replace');
  await mkdir(join(place, 'no-code-page'), { recursive: true });
  const file = join(place, 'no-code-page', 'index.html');
  await writeFile(file, source.replace(PLACEHOLDER, String(link['url'])));
  const page = await browser.newPage({ locale: 'pt-BR' });
  page.setDefaultTimeout(TIMEOUT_MS);
  try {
    await step('the button opens the payment page', async () => {
      await page.goto(pathToFileURL(file).href);
      await page.getByRole('link', { name: 'Pagar com Pix' }).click();
      await page.waitForURL(String(link['url']));
    });
    await step('the payer gets a Pix code', async () => {
      await page.fill('[name=document]', '529.982.247-25');
      await page.click('#order button');
      await page.waitForSelector('#qr');
    });
    await step('the page shows the payment', async () => {
      await page.click('#simulator [value=pay]');
      await page.waitForSelector('main[data-state=confirmed]');
    });
    const paid = await merchant.ask('GET', '/v1/api/payment-links');
    // The list of links, as the API describes it.
    const links = paid['data'] as { id: string; receivedCents: number }[];
    const mine = links.find(({ id }) => id === link['id']);
    assert.ok(mine && mine.receivedCents > 0, JSON.stringify(mine));
  } finally {
    await page.close();
  }
}
