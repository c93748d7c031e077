import { setTimeout as pause } from 'node:timers/promises';
import { readPage } from './read-page.ts';
import type { PlannedDeposit } from './operation.ts';
import { type Answer, type Client, MAX_WAIT_MS } from './requests.ts';

const LOOK_EVERY_MS = 500;
/** Counted, not timed: if much waits for few connections, a look waits for its turn. */
const MAX_LOOKS = MAX_WAIT_MS / LOOK_EVERY_MS;

/** A merchant who sells by links, and how anybody reaches its pages. */
export interface Shop {
  readonly client: Client;
  /** The links' slugs, as in their addresses. */
  readonly slugs: readonly string[];
}

/** What a payer's page says about the code that it shows. */
interface Shown {
  /** The payer's own page. */
  readonly path: string;
  readonly pixQrCode: string;
}

/**
 * Orders a code on a link's page, as often as it takes until the page shows one.
 * @returns what the page shows, as text
 */
export async function orderOnPage(shop: Shop, deposit: PlannedDeposit): Promise<string> {
  const { client } = shop;
  const from = addressOf(deposit);
  let path = await sendForm(shop, deposit);
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const page = await client.insist({ method: 'GET', path, from });
    // Nothing had been requested from the provider yet: the form is to be sent again.
    if (page.location !== undefined) path = await sendForm(shop, deposit);
    else {
      const { state, code } = readPage(page.text);
      if (state === 'waiting') return JSON.stringify({ path, pixQrCode: code } satisfies Shown);
      // The button of a page that does not know whether there is a code.
      if (state === 'unstable') await client.insist({ method: 'POST', path, form: {}, from });
      else if (state !== 'creating') throw new Error(`the page says ${String(state)}`);
    }
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('the page never showed a code');
}

/**
 * Sends a link's form.
 * @returns the path of the payer's page that it leads to
 */
export async function sendForm({ client, slugs }: Shop, deposit: PlannedDeposit): Promise<string> {
  const { key, order, page } = deposit;
  const slug = slugs[page?.link ?? 0] ?? '';
  const amount = (order.amountCents / 100).toFixed(2).replace('.', ',');
  const form = { attempt: key, kind: 'cpf', document: order.taxId, amount };
  const from = addressOf(deposit);
  const call = { method: 'POST', path: `/pay/${slug}`, form, from, begins: true } as const;
  const answer = await client.insist(call);
  return pathIn(answer);
}

/** Plays the fate of the code, with the buttons that a page has in test mode. */
export async function payOnPage(
  client: Client,
  deposit: PlannedDeposit,
  shown: string,
): Promise<void> {
  // We wrote it ourselves.
  const { path } = JSON.parse(shown) as Shown;
  const press = async (action: string): Promise<void> => {
    const call = { method: 'POST', path: `${path}/simulate`, form: { action } } as const;
    pathIn(await client.insist({ ...call, from: addressOf(deposit) }));
  };
  switch (deposit.fate) {
    case 'unpaid':
      return;
    case 'paid':
      return press('pay');
    case 'paid by another':
      return press('other');
    case 'expired':
      return press('expire');
    case 'canceled':
      return press('fail');
    case 'taken back':
      await press('pay');
      await untilPaid(client, `${path}/status`, addressOf(deposit));
      return press('med');
  }
}

async function untilPaid(client: Client, path: string, from: string): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const { text } = await client.insist({ method: 'GET', path, from });
    if (text === '{"state":"confirmed"}') return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('was paid on its page and never confirmed');
}

function addressOf({ page }: PlannedDeposit): string {
  return page?.address ?? '';
}

function pathIn({ status, location, text }: Answer): string {
  if (status === 303 && location !== undefined) return location;
  throw new Error(`the page answered ${String(status)} ${readPage(text).title}`);
}
