import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeSafeMode } from '../../src/installations/store.ts';
import { openGateway } from '../gateway.ts';
import { type Merchant, openMerchant, PAYER, STRANGER } from '../merchant.ts';
import { BEHIND_PROXY, chargesOf, newTry, openLink, openPayer, redirectOf } from '../payer.ts';
import { until } from '../receiver.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY });
const { db } = gateway.app;

async function countDeposits({ environment }: Merchant): Promise<number> {
  const rows = await db`select from deposits where environment_id = ${environment.id}`;
  return rows.length;
}

describe('a payer sees the state of the payment', () => {
  const outcomes = {
    other: 'returned',
    review: 'review',
    fail: 'canceled',
    expire: 'expired',
  } as const;
  for (const [action, state] of Object.entries(outcomes)) {
    test(`${action}: ${state}`, async () => {
      const link = await openLink(await openMerchant(gateway));
      const payer = openPayer(gateway);
      const path = await payer.orders(link);
      assert.equal((await payer.ask(`${path}/simulate`, { action })).status, 303);
      await until(async () => (await payer.ask(path)).state === state);
      // There is no receipt for what was not received.
      assert.equal(redirectOf(await payer.ask(`${path}/receipt`)), path);
    });
  }

  test('review, release: confirmed, and then disputed, with a receipt only in between', async () => {
    const link = await openLink(await openMerchant(gateway));
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    for (const [action, state, receipt] of [
      ['review', 'review', 303],
      ['release', 'confirmed', 200],
      ['med', 'disputed', 303],
    ] as const) {
      await payer.ask(`${path}/simulate`, { action });
      await until(async () => (await payer.ask(path)).state === state);
      assert.equal((await payer.ask(`${path}/receipt`)).status, receipt, state);
    }
  });

  test('a payment after the expiry is still shown', async () => {
    const link = await openLink(await openMerchant(gateway));
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    await payer.ask(`${path}/simulate`, { action: 'expire' });
    await until(async () => (await payer.ask(path)).state === 'expired');
    await payer.ask(`${path}/simulate`, { action: 'pay' });
    await until(async () => (await payer.ask(path)).state === 'confirmed');
  });

  test('an action that the state does not allow changes nothing', async () => {
    const link = await openLink(await openMerchant(gateway));
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    for (const action of ['release', 'med']) {
      assert.equal(redirectOf(await payer.ask(`${path}/simulate`, { action })), path);
    }
    assert.equal((await payer.ask(path)).state, 'waiting');
    assert.equal((await payer.ask(`${path}/simulate`, { action: 'rob' })).status, 400);
  });
});

describe('an irregular payment', () => {
  const OTHER = /conta de outro CPF/;

  /** The code of somebody who asked for one, and whose it is. */
  async function openOrder() {
    const merchant = await openMerchant(gateway);
    const payer = openPayer(gateway);
    const path = await payer.orders(await openLink(merchant));
    const [, , , token = ''] = path.split(/[/?]/);
    const [row] = await db<{ id: string }>`
      select deposit_id as id from checkouts where token = ${token}`;
    const command = (action: string, body: object = {}) =>
      merchant.command(`deposits/${String(row?.id)}/${action}`, body);
    const reaches = (state: string) => until(async () => (await payer.ask(path)).state === state);
    return { payer, path, command, reaches };
  }

  for (const [state, payment] of [
    ['review', { hold: 'HIGH_VELOCITY' }],
    ['short', { amountCents: 1_234 }],
  ] as const) {
    test(`after the expiry: ${state}, and no other code is offered`, async () => {
      const { payer, path, command, reaches } = await openOrder();
      await command('expire');
      await reaches('expired');
      await command('pay', { late: true, ...payment });
      await reaches(state);
      assert.equal(redirectOf(await payer.ask(path, '')), path);
    });
  }

  test('of more than requested: the page and the receipt show the paid amount', async () => {
    const { payer, path, command, reaches } = await openOrder();
    await command('pay', { amountCents: 6_000 });
    await reaches('confirmed');
    for (const page of [path, `${path}/receipt`]) {
      const { text } = await payer.ask(page);
      assert.match(text, /R\$\s60,00/, page);
      assert.doesNotMatch(text, /R\$\s50,00/, page);
    }
  });

  test('returned from review: the page claims neither a confirmation nor another payer', async () => {
    const { payer, path, command, reaches } = await openOrder();
    await command('pay', { hold: 'PAST_DAILY_LIMIT' });
    await reaches('review');
    await command('refund');
    await reaches('returned');
    const { text } = await payer.ask(path);
    assert.doesNotMatch(text, OTHER);
    assert.doesNotMatch(text, /foi confirmado/);
    assert.notEqual(redirectOf(await payer.ask(path, '')), path, 'a retry gets a new code');
  });

  test('by another payer: the page says that it was returned for that', async () => {
    const { payer, path, command, reaches } = await openOrder();
    await command('pay', { payerTaxId: STRANGER });
    await reaches('returned');
    assert.match((await payer.ask(path)).text, OTHER);
  });
});

describe('what the provider does not complete immediately', () => {
  for (const amountCents of [50_002, 50_003]) {
    test(`${String(amountCents)}: an unstable page, and retrying creates one code`, async () => {
      const merchant = await openMerchant(gateway);
      const link = await openLink(merchant, { amountCents });
      const payer = openPayer(gateway);
      const attempt = newTry();
      const path = await payer.orders(link, { attempt });
      assert.equal((await payer.ask(path)).state, 'unstable');
      await until(async () => {
        // The button, and reloading the form, lead to the same page.
        assert.equal(redirectOf(await payer.ask(path, '')), path);
        return (await payer.ask(path)).state === 'waiting';
      });
      assert.equal(await payer.orders(link, { attempt }), path);
      assert.equal(await countDeposits(merchant), 1);
    });
  }

  test('a form resent while its code is being created leads to the waiting page', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant, { amountCents: 50_005 });
    const payer = openPayer(gateway);
    const attempt = newTry();
    const first = payer.order(link, { attempt });
    await until(async () => {
      const rows = await db`
        select from idempotency_keys where environment_id = ${merchant.environment.id}`;
      return rows.length === 1;
    });
    const path = await payer.orders(link, { attempt });
    assert.equal((await payer.ask(path)).state, 'creating');
    assert.equal(redirectOf(await payer.ask(path, '')), path);
    assert.equal(redirectOf(await first), path);
    assert.equal((await payer.ask(path)).state, 'waiting');
    assert.equal(await countDeposits(merchant), 1);
  });

  test('a declined payer is told so, and another one is served', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const payer = openPayer(gateway);
    const attempt = newTry();
    const path = await payer.orders(link, { attempt, document: '000.000.000-01' });
    assert.equal((await payer.ask(path)).state, 'declined');
    assert.equal(redirectOf(await payer.ask(path, '')), path);
    const other = await payer.orders(link, { attempt, document: PAYER });
    assert.equal((await payer.ask(other)).state, 'waiting');
  });
});

describe('a link that accepts no payments says so, and calls no provider', () => {
  test('in safe mode, without deposits, wallet or provider', async () => {
    const noWallet = await openMerchant(gateway);
    const switchedOff = await openMerchant(gateway);
    const live = await openMerchant(gateway, 'live');
    const links = [await openLink(noWallet), await openLink(switchedOff), await openLink(live)];
    await noWallet.call('DELETE', `/v1/api/wallets/${noWallet.walletId}`);
    await db`
      update environments set deposits_enabled = false where id = ${switchedOff.environment.id}`;
    for (const link of links) await assertPaused(link);
    assert.deepEqual([await chargesOf(noWallet), await chargesOf(switchedOff)], [0, 0]);

    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    await writeSafeMode(db, true, 'a drill');
    try {
      await assertPaused(link);
    } finally {
      await writeSafeMode(db, false, null);
    }
    assert.equal((await openPayer(gateway).ask(`/pay/${link.slug}`)).status, 200);
  });

  async function assertPaused(link: { slug: string }): Promise<void> {
    const payer = openPayer(gateway);
    for (const page of [await payer.ask(`/pay/${link.slug}`), await payer.order(link)]) {
      assert.equal(page.status, 503);
      assert.equal(page.headers.get('retry-after'), '60');
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    }
  }

  test('deactivated while the form is open', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    await merchant.call('PATCH', `/v1/api/payment-links/${link.id}`, { active: false });
    assert.equal((await openPayer(gateway).order(link)).status, 410);
    assert.equal((await payer.order(link)).status, 410);
    assert.equal((await openPayer(gateway).order(link, { document: '' })).status, 410);
    assert.equal((await payer.ask(`/pay/${link.slug}`)).status, 410);
    assert.equal((await payer.ask(path)).state, 'waiting');
    assert.equal((await payer.ask(path, '')).status, 410);
  });

  test('deleted while a code is unpaid', async () => {
    const merchant = await openMerchant(gateway);
    const link = await openLink(merchant);
    const payer = openPayer(gateway);
    const path = await payer.orders(link);
    await merchant.call('DELETE', `/v1/api/payment-links/${link.id}`);
    assert.equal((await payer.ask(`/pay/${link.slug}`)).status, 404);
    assert.equal((await payer.order(link)).status, 404);
    assert.equal((await payer.ask(path, '')).status, 404);
    await payer.ask(`${path}/simulate`, { action: 'pay' });
    await until(async () => (await payer.ask(path)).state === 'confirmed');
    assert.equal((await payer.ask(`${path}/receipt`)).status, 200);
  });
});
