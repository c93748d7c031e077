import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { after, test, type TestContext } from 'node:test';
import { openFakeGateway, type Reply } from '../sdk/test/fake-gateway.ts';
import { createPonte } from '../sdk/src/index.ts';
import { until } from '../server/test/receiver.ts';

/** What the two shops have in common, whatever their language. */
interface Shop {
  readonly orders: {
    place(order: object): { id: string };
    refuse(id: string, problem: string): void;
    setCharge(id: string, charge: object): void;
    find(id: string): { status: string } | undefined;
    move(id: string, status: 'expired' | 'paid'): boolean;
    listUnpaid(): readonly { readonly id: string }[];
  };
  /** Starts catching up with the gateway at this URL. */
  begin(url: string): Promise<void>;
}

const KEY = 'pt_test_this-is-no-real-key';
const TIMEOUT_MS = 60_000;

/**
 * The schema of an earlier version, where a form meant one order forever; in either shop.
 */
const EARLIER = `
  create table orders (
    id text primary key, status text not null default 'new',
    checkout_id text unique, product_id text, amount_cents integer, tax_id text,
    checkoutId text unique, productId text, amountCents integer, taxId text
  ) strict;
  create unique index order_of_checkout on orders (checkout_id, product_id)
    where status <> 'refused';
  create unique index orderOfCheckout on orders (checkoutId, productId)
    where status <> 'refused';`;

// As the shops are once installed; what Next bundles needs no file extension.
const hooks = registerHooks({
  resolve: (name, context, next) => {
    if (name === '@ponte/sdk') return next(new URL('../sdk/src/index.ts', import.meta.url).href);
    const isBundled = /^\.\/[\w-]+$/.test(name) && context.parentURL?.includes('/next-shop/');
    return next(isBundled === true ? `${name}.ts` : name, context);
  },
});
after(() => hooks.deregister());

for (const [name, open] of Object.entries({ 'express-shop': openExpress, 'next-shop': openNext })) {
  test(`${name}: a form creates one order, unless it was refused or is for another product`, async () => {
    const { orders } = await open();
    const place = (id: string, productId = 'cafe') =>
      orders.place({ id, checkoutId: 'form', productId, amountCents: 4_290, taxId: '1' }).id;
    assert.deepEqual([place('1'), place('2')], ['1', '1']);
    assert.equal(place('3', 'caneca'), '3');
    orders.refuse('1', 'mistyped');
    assert.deepEqual([place('4'), place('5')], ['4', '4']);
  });

  test(`${name}: a database of an earlier version accepts another product from the same form`, async (t) => {
    const path = await shopFile(t);
    const before = new DatabaseSync(path);
    before.exec(EARLIER);
    before.close();
    const { orders } = await open(path);
    const place = (id: string, productId: string) =>
      orders.place({ id, checkoutId: 'form', productId, amountCents: 4_290, taxId: '1' }).id;
    assert.deepEqual([place('1', 'cafe'), place('2', 'caneca')], ['1', '2']);
  });

  test(`${name}: unpaid orders are polled at any age, expired ones for a day`, async (t) => {
    const path = await shopFile(t);
    const { orders } = await open(path);
    const place = (id: string, age: string) => {
      orders.place({ id, checkoutId: id, productId: 'cafe', amountCents: 4_290, taxId: '1' });
      orders.setCharge(id, chargeOf(id));
      if (id.startsWith('expired')) orders.move(id, 'expired');
      backdate(path, id, age);
    };
    place('old', '-9 days');
    place('expired-now', '-1 hour');
    place('expired-old', '-9 days');
    assert.deepEqual(
      orders
        .listUnpaid()
        .map(({ id }) => id)
        .toSorted(),
      ['expired-now', 'old'],
    );
  });

  test(`${name}: a missed payment and a missed refund are found, though another order fails`, async () => {
    const { orders, begin } = await open();
    for (const id of ['unknown', 'paid', 'refunded']) {
      orders.place({ id, checkoutId: id, productId: id, amountCents: 4_290, taxId: '1' });
      orders.setCharge(id, chargeOf(id));
    }
    orders.move('refunded', 'paid');
    const { url } = await openFakeGateway(knowsPaidAndRefunded);
    await begin(url);
    for (const id of ['paid', 'refunded']) {
      await until(() => orders.find(id)?.status === id, TIMEOUT_MS);
    }
    assert.equal(orders.find('unknown')?.status, 'waiting');
  });
}

test('express-shop: a malformed webhook secret is refused at the start', async () => {
  const { readConfig } = await load<{ readConfig(env: object): { webhookSecrets: string[] } }>(
    'express-shop/src/config.js',
  );
  const secretsOf = (secrets: string) =>
    readConfig({ PONTE_URL: 'http://127.0.0.1', PONTE_KEY: KEY, PONTE_WEBHOOK_SECRET: secrets })
      .webhookSecrets;
  assert.deepEqual(secretsOf('whsec_bmV3, whsec_b2xk'), ['whsec_bmV3', 'whsec_b2xk']);
  for (const wrong of ['whsec_', 'pt_test_x', 'whsec_bmV3,']) {
    assert.throws(() => secretsOf(wrong), /PONTE_WEBHOOK_SECRET/);
  }
});

test('express-shop: stopping waits for the turn that is running, not only for the first', async () => {
  const { orders } = await openExpress();
  orders.place({ id: 'a', checkoutId: 'a', productId: 'a', amountCents: 4_290, taxId: '1' });
  orders.setCharge('a', chargeOf('a'));
  const answered = Promise.withResolvers<object>();
  let looks = 0;
  const waiting = { id: 'a', externalId: 'a', amountCents: 4_290, status: 'PENDING' };
  const status = () => ((looks += 1) === 1 ? Promise.resolve(waiting) : answered.promise);
  const reversals = { list: () => ({ page: async () => ({ alerts: [] }) }) };
  const ponte = { deposits: { status }, reversals };
  const { startCatchingUp } = await load<ExpressCatchUp>('express-shop/src/catch-up.js');
  const stop = startCatchingUp(ponte, orders, 1);
  await until(() => looks === 2, TIMEOUT_MS);
  const stopped = stop().then(() => orders.find('a')?.status);
  assert.equal(await Promise.race([stopped, pause(50, 'waits')]), 'waits');
  answered.resolve({ ...waiting, status: 'CONFIRMED' });
  assert.equal(await stopped, 'paid');
});

test('the content policy allows images only from the origin of the QR image', async () => {
  const { contentPolicy } = await load<{ contentPolicy(image?: string): string }>(
    'express-shop/src/content-policy.js',
  );
  assert.match(
    contentPolicy('https://pay.example/qr/dep_1.png'),
    / img-src https:\/\/pay\.example;/,
  );
  assert.match(contentPolicy(), / img-src 'self';/);
});

async function shopFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-shop-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'shop.db');
}

/** Makes an order this old, in the tables of either shop. */
function backdate(path: string, id: string, age: string): void {
  const file = new DatabaseSync(path);
  const isSnake = file.prepare(`select 1 from sqlite_schema where name = 'placed_orders'`).get();
  const [table, column] = isSnake ? ['placed_orders', 'created_at'] : ['placedOrders', 'createdAt'];
  file.prepare(`update ${table} set ${column} = datetime('now', ?) where id = ?`).run(age, id);
  file.close();
}

function chargeOf(id: string) {
  const url = `https://pay.example/qr/${id}.png`;
  return { id, totalCents: 4_290, pixQrCode: '000201', pixQrImage: url, expiresAt: '' };
}

/** Knows two deposits of the shop, and a refund that is not the shop's. */
const knowsPaidAndRefunded: Reply = (response, { url = '' }) => {
  const [, id = ''] = /deposit\/(\w+)\/status/.exec(url) ?? [];
  const status = { paid: 'CONFIRMED', refunded: 'REFUNDED' }[id];
  const deposit = status && { id, externalId: id, amountCents: 4_290, status };
  const refunds = { alerts: [{ depositId: 'other' }, { depositId: 'refunded' }], nextCursor: null };
  const answer = url.startsWith('/v1/api/meds') ? refunds : deposit;
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? { error: 'not_found', message: 'none' }));
};

interface ExpressCatchUp {
  startCatchingUp(ponte: object, orders: object, everyMs?: number): () => Promise<void>;
}

async function openExpress(path = ':memory:'): Promise<Shop> {
  const { openOrders } = await load<{ openOrders(path: string): Shop['orders'] }>(
    'express-shop/src/orders.js',
  );
  const { startCatchingUp } = await load<ExpressCatchUp>('express-shop/src/catch-up.js');
  const orders = openOrders(path);
  return {
    orders,
    begin: async (url) => {
      const stop = startCatchingUp(createPonte({ baseUrl: url, apiKey: KEY }), orders);
      after(stop);
    },
  };
}

async function openNext(path = ':memory:'): Promise<Shop> {
  process.env['SHOP_DATABASE'] = path;
  // Each test has its own shop, although the process keeps one.
  Reflect.deleteProperty(globalThis, 'shopOrders');
  const { openOrders } = await load<{ openOrders(): Shop['orders'] }>('next-shop/shop/orders.ts');
  const { startCatchingUp } = await load<{ startCatchingUp(): void }>('next-shop/shop/catch-up.ts');
  return {
    orders: openOrders(),
    begin: async (url) => {
      Object.assign(process.env, { PONTE_URL: url, PONTE_KEY: KEY });
      startCatchingUp();
    },
  };
}

async function load<Exports>(path: string): Promise<Exports> {
  // The shops are not part of this program; what is used of them is declared above.
  return (await import(new URL(`../examples/${path}`, import.meta.url).href)) as Exports;
}
