import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { CheckoutState } from '../src/checkouts/checkout.ts';
import type { Gateway } from './gateway.ts';
import { admitted, type Merchant, openMerchant, PAYER, STRANGER } from './merchant.ts';
import { until } from './receiver.ts';

/** The gateway of page tests: each visitor reports an address, as if behind a proxy. */
export const PAGE_ENV = { PONTE_TRUSTED_PROXIES: 'loopback' };
/** A name that is not a word in either language. */
export const SHOP = {
  name: 'Kiosk 21',
  contact: '+55 11 99999-0000',
  website: 'https://k21.example/',
};
export const TITLE = 'Kombucha 500 ml';
export const PRICE = 5_000;
/** Declined by compliance in test mode. */
const DECLINED = '00000000001';

export interface PayLink {
  readonly slug: string;
  /** The path of its page. */
  readonly path: string;
}

export interface PayerAsking {
  readonly amount?: string;
  readonly document?: string;
  readonly address?: string;
}

export interface PayShop {
  readonly merchant: Merchant;
  /** Without an amount the payer chooses it. */
  link(order?: object): Promise<PayLink>;
  /** Submits the form as a browser does. @returns the path of the payer's own page */
  order(link: PayLink, asking?: PayerAsking): Promise<string>;
  /** The deposit behind a payer's page, once it exists. */
  depositOf(path: string): Promise<string>;
  pay(path: string, body?: object): Promise<void>;
  /**
   * A payer's page in that state, reached realistically; `null` lets the payer choose the amount.
   */
  reach(state: CheckoutState, amountCents?: number | null): Promise<string>;
}

/** A dedicated account, so that its provider's faults affect nobody else. */
export async function openPayShop(gateway: Gateway): Promise<PayShop> {
  const merchant = await openMerchant(gateway);
  const { db } = gateway.app;
  await db`
    update accounts set name = ${SHOP.name}, contact = ${SHOP.contact}, website = ${SHOP.website}
    where id = ${merchant.accountId}`;
  const link: PayShop['link'] = async (order = {}) => {
    const answer = await merchant.call('POST', '/v1/api/payment-links', { title: TITLE, ...order });
    assert.equal(answer.status, 201, answer.text);
    const slug = String(answer.body['slug']);
    return { slug, path: `/pay/${slug}` };
  };
  const depositOf: PayShop['depositOf'] = async (path) => {
    const [row] = await db<{ depositId: string }>`
      select deposit_id from checkouts where token = ${tokenOf(path)}`;
    assert.ok(row, path);
    return row.depositId;
  };
  const shop: Omit<PayShop, 'reach'> = {
    merchant,
    link,
    depositOf,
    order: (link, asking = {}) => sendForm(gateway, link, asking),
    pay: async (path, body = {}) => merchant.command(`deposits/${await depositOf(path)}/pay`, body),
  };
  return { ...shop, reach: (state, amount = PRICE) => reachState(gateway, shop, state, amount) };
}

export function tokenOf(path: string): string {
  return path.split('?')[0]?.split('/')[3] ?? '';
}

/** A payer on a phone of their own. */
export function someAddress(): string {
  return `198.${String(randomInt(18, 20))}.${String(randomInt(256))}.${String(randomInt(256))}`;
}

/** Fills in and submits the form. */
export async function postForm(
  gateway: Gateway,
  { path }: PayLink,
  { amount, document = PAYER, address = someAddress() }: PayerAsking,
): Promise<Response> {
  return fetch(gateway.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, 'accept-language': 'pt-BR' },
    body: new URLSearchParams({
      attempt: randomBytes(12).toString('hex'),
      kind: document.length > 11 ? 'cnpj' : 'cpf',
      document,
      ...(amount !== undefined && { amount }),
    }),
  });
}

async function sendForm(gateway: Gateway, link: PayLink, asking: PayerAsking): Promise<string> {
  const response = await admitted(() => postForm(gateway, link, asking));
  const text = await response.text();
  assert.equal(response.status, 303, text);
  const { pathname } = new URL(response.headers.get('location') ?? '', gateway.url);
  return pathname;
}

/** The state that a payer's page shows. */
async function stateOn(gateway: Gateway, path: string): Promise<string> {
  const page = await fetch(gateway.url + path, {
    headers: { 'x-forwarded-for': someAddress(), 'accept-language': 'pt-BR' },
  });
  return /<main[^>]* data-state="(\w+)"/.exec(await page.text())?.[1] ?? String(page.status);
}

export async function untilState(gateway: Gateway, path: string, state: string): Promise<void> {
  let seen = '';
  await until(async () => (seen = await stateOn(gateway, path)) === state).catch(() => {
    throw new Error(`still ${seen} instead of ${state}`);
  });
}

type Reached = Omit<PayShop, 'reach'>;

async function reachState(
  gateway: Gateway,
  shop: Reached,
  state: CheckoutState,
  amountCents: number | null,
): Promise<string> {
  const link = await shop.link(amountCents === null ? {} : { amountCents });
  const misbehave = (fault: object) =>
    gateway.sandbox.call('PUT', shop.merchant.environment.id, '/next-call', {
      path: 'deposit',
      fault,
    });
  if (state === 'creating') {
    await misbehave({ kind: 'timeout', times: 1 });
    return pageUnderWay(gateway, shop, link);
  }
  if (state === 'unstable') await misbehave({ kind: 'status', status: 500, times: 1_000 });
  if (state === 'capped') await misbehave(refusing("Value can't exceed R$ 20.00 for this user"));
  if (state === 'refused') await misbehave(refusing('Invalid request'));
  const document = state === 'declined' ? DECLINED : PAYER;
  const amount = amountCents === null ? { amount: '50,00' } : {};
  const path = await shop.order(link, { document, ...amount });
  await happen(shop, path, state);
  await untilState(gateway, path, state);
  return path;
}

const refusing = (message: string) => ({ kind: 'status', status: 400, message, times: 1 });

async function happen(shop: Reached, path: string, state: CheckoutState): Promise<void> {
  const command = async (action: string, body?: object) =>
    shop.merchant.command(`deposits/${await shop.depositOf(path)}/${action}`, body);
  switch (state) {
    case 'expired':
      return command('expire');
    case 'canceled':
      return command('fail', { as: 'canceled' });
    case 'checking':
      return command('fail', { as: 'error' });
    case 'review':
      return shop.pay(path, { hold: 'HIGH_VELOCITY' });
    case 'short':
      return shop.pay(path, { amountCents: 1_234 });
    case 'returned':
      return shop.pay(path, { payerTaxId: STRANGER });
    case 'confirmed':
      return shop.pay(path);
    case 'disputed':
      await shop.pay(path);
      await shop.merchant.reaches(await shop.depositOf(path), 'CONFIRMED');
      return command('med');
    default:
  }
}

/** The form is not answered while its code is being made, but the page can be found. */
async function pageUnderWay(gateway: Gateway, shop: Reached, link: PayLink): Promise<string> {
  const asked = postForm(gateway, link, {});
  asked.catch(() => undefined);
  let token: string | undefined;
  await until(async () => {
    const [row] = await gateway.app.db<{ token: string }>`
      select token from checkouts where environment_id = ${shop.merchant.environment.id}
      order by created_at desc limit 1`;
    token = row?.token;
    return token !== undefined;
  });
  const path = `${link.path}/${String(token)}`;
  await untilState(gateway, path, 'creating');
  return path;
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly javaScript?: boolean;
  readonly language?: 'pt' | 'en';
  readonly reducedMotion?: boolean;
  /** Device pixels per CSS pixel. */
  readonly scale?: number;
  readonly address?: string;
  readonly permissions?: readonly string[];
  /** A touch screen, like a phone's. */
  readonly touch?: boolean;
  /** Browser complaints that the test provokes. */
  readonly expected?: RegExp;
}

/** A refusal is a page of its own, whose status the browser reports as if it were a fault. */
const STATUS_OF_PAGE =
  /^Failed to load resource: the server responded with a status of (4\d\d|503)/;

/** A new visitor. The page may complain of nothing and may contact only its own origin. */
export async function visit<Result>(
  browser: Browser,
  base: string,
  options: PageOptions,
  work: (page: Page, context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const { width = 360, height = 740, dark = false, javaScript = true, scale = 1 } = options;
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: javaScript,
    locale: options.language === 'en' ? 'en-US' : 'pt-BR',
    timezoneId: 'America/Manaus',
    extraHTTPHeaders: { 'x-forwarded-for': options.address ?? someAddress() },
    permissions: [...(options.permissions ?? [])],
    hasTouch: options.touch ?? false,
  });
  context.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  const complain = (text: string): void => {
    if (!STATUS_OF_PAGE.test(text) && options.expected?.test(text) !== true) complaints.push(text);
  };
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(message.text());
  });
  context.on('weberror', (error) => complain(error.error().message));
  context.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${base}/`) && !url.startsWith('data:')) complain(`request to ${url}`);
  });
  try {
    const result = await work(await context.newPage(), context);
    assert.deepEqual(complaints, []);
    return result;
  } finally {
    // A request that a handler is still changing fails when its page closes.
    for (const routed of [context, ...context.pages()]) {
      await routed.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await context.close();
  }
}
