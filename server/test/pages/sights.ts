import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { CHECKOUT_STATES } from '../../src/checkouts/checkout.ts';
import type { Gateway } from '../gateway.ts';
import { PAYER } from '../merchant.ts';
import { openPayShop, PRICE, someAddress } from '../pay-page.ts';

/** A page to look at: where it is, and what is done on it first. */
export interface Sight {
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** Where the visitor comes from, if that matters. */
  readonly address?: string;
  /** So similar to another that one picture does for both. */
  readonly isVariant?: true;
  /** Its subject is fixed to the screen, so a picture of the whole page misplaces it. */
  readonly clings?: true;
}

/** With a line that has no break opportunity. */
const DESCRIPTION = `500 ml\n\n1 × ${'1234567890'.repeat(6)}`;

/** Every page there is, by name; states of a payer's page have the states' names. */
export async function findSights(gateway: Gateway): Promise<ReadonlyMap<string, Sight>> {
  const found = await Promise.all([
    reachStates(gateway),
    openMoments(gateway),
    openForms(gateway),
    openRefusals(gateway),
    openNotices(gateway),
  ]);
  // It is not known for long that a code is being made, so that comes first.
  const sights = found.flatMap((part) => Object.entries(part));
  return new Map(sights.toSorted(([one]) => (one === 'creating' ? -1 : 1)));
}

async function reachStates(gateway: Gateway): Promise<Record<string, Sight>> {
  const reached = await Promise.all(
    CHECKOUT_STATES.map(async (state): Promise<[string, Sight][]> => {
      const path = await (await openPayShop(gateway)).reach(state);
      const receipt: [string, Sight] = ['receipt', { path: `${path}/receipt` }];
      return [[state, { path }], ...(state === 'confirmed' ? [receipt] : [])];
    }),
  );
  return Object.fromEntries(reached.flat());
}

/** Pages that look like this only for a while. */
async function openMoments(gateway: Gateway): Promise<Record<string, Sight>> {
  const shop = await openPayShop(gateway);
  const link = await shop.link({ amountCents: PRICE });
  const [waiting, ending] = [await shop.order(link), await shop.order(link)];
  await gateway.app.db`
    update deposits set expires_at = now() + interval '295 s'
    where id = ${await shop.depositOf(ending)}`;
  return {
    why: { path: link.path, act: (page) => page.click('summary') },
    copied: { path: waiting, act: (page) => page.click('#copy') },
    'last-minutes': {
      path: ending,
      act: async (page) => {
        await page.waitForFunction(() => document.getElementById('countdown')?.innerText);
      },
    },
    offline: {
      path: waiting,
      clings: true,
      act: async (page) => {
        await page.context().setOffline(true);
        await page.waitForSelector('#offline', { state: 'visible' });
      },
    },
  };
}

interface Filled {
  readonly amount?: string;
  readonly document: string;
  readonly kind?: 'cnpj';
}

async function openForms(gateway: Gateway): Promise<Record<string, Sight>> {
  const shop = await openPayShop(gateway);
  const fixed = await shop.link({ amountCents: PRICE, description: DESCRIPTION });
  const open = await shop.link();
  return {
    form: { path: fixed.path },
    'open-form': { path: open.path },
    'no-document': { ...sent(fixed.path, { document: '' }), isVariant: true },
    'short-cpf': { ...sent(fixed.path, { document: '123' }), isVariant: true },
    'wrong-cpf': { ...sent(fixed.path, { document: '12345678900' }), isVariant: true },
    'wrong-cnpj': sent(fixed.path, { document: '11222333000100', kind: 'cnpj' }),
    'no-amount': { ...sent(open.path, { amount: '', document: PAYER }), isVariant: true },
    'two-faults': sent(open.path, { amount: '1,00', document: '1' }),
  };
}

/** The form as it comes back. */
function sent(path: string, { amount, document, kind }: Filled): Sight {
  return {
    path,
    act: async (page) => {
      if (amount !== undefined) await page.fill('[name=amount]', amount);
      if (kind) await page.check(`[name=kind][value=${kind}]`, { force: true });
      await page.fill('[name=document]', document);
      await page.click('#order button');
      await page.waitForSelector('#faults');
    },
  };
}

/** Valid forms that get no code for now. */
async function openRefusals(gateway: Gateway): Promise<Record<string, Sight>> {
  const shop = await openPayShop(gateway);
  const link = await shop.link();
  const address = someAddress();
  for (const amount of ['11', '12', '13', '14', '15']) await shop.order(link, { amount, address });
  const busy = await openPayShop(gateway);
  await gateway.sandbox.call('PUT', busy.merchant.environment.id, '/next-call', {
    path: 'deposit',
    fault: { kind: 'status', status: 429, times: 1_000 },
  });
  return {
    'too-many': { ...sent(link.path, { amount: '50,00', document: PAYER }), address },
    busy: sent((await busy.link({ amountCents: PRICE })).path, { document: PAYER }),
  };
}

async function openNotices(gateway: Gateway): Promise<Record<string, Sight>> {
  const { db } = gateway.app;
  const shop = await openPayShop(gateway);
  const inactive = await shop.link({ amountCents: PRICE });
  const [row] = await db<{ id: string }>`
    select id from payment_links where slug = ${inactive.slug}`;
  const change = ['PATCH', `/v1/api/payment-links/${String(row?.id)}`, { active: false }] as const;
  assert.equal((await shop.merchant.call(...change)).status, 200);

  const closed = await openPayShop(gateway);
  const paused = await closed.link({ amountCents: PRICE });
  await db`
    update environments set deposits_enabled = false
    where id = ${closed.merchant.environment.id}`;
  return {
    missing: { path: '/pay/00000000000000' },
    inactive: { path: inactive.path },
    paused: { path: paused.path },
    unreadable: { path: paused.path, act: sendText },
  };
}

/** As no form of ours does. */
async function sendText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form');
    document.body.append(form);
    Object.assign(form, { method: 'post', enctype: 'text/plain' }).submit();
  });
  await page.waitForSelector('main[data-state=unreadable]');
}
