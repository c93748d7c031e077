import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { updateEnvironment } from '../src/accounts/store.ts';
import { parseId } from '../src/ids.ts';
import { registerPaymentLinkRoutes } from '../src/payment-links/routes.ts';
import { isObject } from '../src/platform/json.ts';
import { registerReversalRoutes } from '../src/reversals/routes.ts';
import { registerTransactionRoutes } from '../src/transactions/routes.ts';
import { registerWalletRoutes } from '../src/wallets/routes.ts';
import { openApi } from './api.ts';
import { NO_LIMIT, testApp, testEnvironment, type TestTenant } from './app.ts';
import { storedDeposit } from './deposits.ts';
import { idOf } from './million-rows.ts';
import { storedWithdrawal } from './withdrawals.ts';

const app = await testApp();
const call = openApi(app, (http) => {
  registerTransactionRoutes(http, app);
  registerWalletRoutes(http, app);
  registerReversalRoutes(http, app);
  registerPaymentLinkRoutes(http, app);
});

const START = Date.parse('2026-11-21T12:00:00Z');
const WALLET = parseId('wal', idOf('wal', 1)) ?? assert.fail();
const LINK = parseId('lnk', idOf('lnk', 1)) ?? assert.fail();

/** A few milliseconds, so that many rows share one; not in insertion order. */
const times = fc.array(fc.nat(4), { minLength: 1, maxLength: 25 });

/** One row in each table that lists are made of, with ids in no particular order. */
async function add(tenant: TestTenant, ms: number): Promise<void> {
  const createdAt = new Date(START + ms);
  const number = randomInt(2 ** 47);
  const environmentId = tenant.environment.id;
  const shared = { createdAt, externalId: 'the same' };
  await Promise.all([
    storedDeposit(app, tenant, {
      ...shared,
      id: parseId('dep', idOf('dep', number)) ?? assert.fail(),
      walletId: WALLET,
      paymentLinkId: LINK,
    }),
    storedWithdrawal(app, tenant, {
      ...shared,
      id: parseId('wdr', idOf('wdr', number)) ?? assert.fail(),
    }),
    app.db`
      insert into wallets (environment_id, id, liquid_address, network, confidential, label,
        is_default, created_at)
      values (${environmentId}, ${idOf('wal', number)}, ${String(number)}, 'testnet', true, '',
        false, ${createdAt})`,
    app.db`
      insert into payment_links (environment_id, id, slug, title, description, created_at,
        updated_at)
      values (${environmentId}, ${idOf('lnk', number)}, ${`2222${number.toString(36)}zzzzzzzz`.replaceAll(/[01]/g, 'z')},
        'any', '', ${createdAt}, ${createdAt})`,
    app.db`
      insert into reversals (environment_id, id, deposit_id, kind, provider_ref, divergent,
        amount_cents, informed_tax_id, deadline, created_at)
      values (${environmentId}, ${idOf('med', number)}, ${idOf('dep', number)}, 'med', 'any', false,
        5000, ${app.vault.seal('reversals.informed_tax_id', '12345678909')}, ${createdAt},
        ${createdAt})`,
  ]);
}

/** Every id of a list, by following its cursors; `beside` runs while each page is read. */
async function walk(
  { key }: TestTenant,
  path: string,
  limit: number,
  beside: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const more = `${path.includes('?') ? '&' : '?'}limit=${String(limit)}${cursor}`;
    const [answer] = await Promise.all([call(key, 'GET', `${path}${more}`), beside()]);
    const rows = answer.body['data'] ?? answer.body['alerts'];
    assert.ok(Array.isArray(rows) && rows.every(isObject), JSON.stringify(answer));
    seen.push(...rows.map(({ id }) => String(id)));
    const { nextCursor } = answer.body;
    if (typeof nextCursor !== 'string') return seen;
    assert.equal(rows.length, limit, 'a page that is not the last one is full');
    cursor = `&cursor=${nextCursor}`;
  }
}

const PATHS = [
  'transactions',
  'transactions?type=deposit',
  'transactions?type=withdrawal',
  'transactions?status=PENDING',
  `transactions?walletId=${WALLET}`,
  `transactions?walletId=${WALLET}&status=PENDING`,
  `transactions?paymentLinkId=${LINK}`,
  'transactions?externalId=the%20same',
  `transactions?from=${new Date(START + 1).toISOString()}&to=${new Date(START + 4).toISOString()}`,
  'wallets',
  'payment-links',
  'meds',
  'meds?tipo=med',
];

for (const path of PATHS) {
  test(`following the cursors of ${path} skips and repeats no row while others are added`, async () => {
    const property = fc.asyncProperty(
      times,
      fc.array(times, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (first, later, limit) => {
        const tenant = await testEnvironment(app);
        await updateEnvironment(app.db, { ...tenant.environment, rates: NO_LIMIT });
        await Promise.all(first.map((ms) => add(tenant, ms)));
        const known = new Set(await walk(tenant, path, 100, async () => undefined));
        // Rows of other milliseconds are not in a period.
        assert.ok(known.size >= first.length || path.includes('from='));
        const batches = [...later];
        const seen = await walk(tenant, path, limit, async () =>
          Promise.all((batches.shift() ?? []).map((ms) => add(tenant, ms))),
        );
        assert.equal(new Set(seen).size, seen.length);
        assert.deepEqual(
          seen.filter((id) => known.has(id)),
          [...known],
        );
      },
    );
    await fc.assert(property, { numRuns: 8 });
  });
}

test('another tenant’s cursor shows only one’s own rows, and another list’s cursor is refused', async () => {
  const [owner, stranger] = [await testEnvironment(app), await testEnvironment(app)];
  for (const ms of [1, 1, 2]) await add(owner, ms);
  for (const ms of [0, 1, 3]) await add(stranger, ms);
  const { body } = await call(owner.key, 'GET', 'transactions?limit=2');
  const cursor = String(body['nextCursor']);
  const all = await walk(stranger, 'transactions', 100, async () => undefined);
  const answer = await call(stranger.key, 'GET', `transactions?cursor=${cursor}`);
  const rows = answer.body['data'];
  assert.ok(Array.isArray(rows) && rows.every(isObject));
  assert.ok(rows.every(({ id }) => all.includes(String(id))));
  assert.ok(rows.length < all.length);
  for (const path of ['wallets', 'payment-links', 'meds']) {
    const refused = await call(owner.key, 'GET', `${path}?cursor=${cursor}`);
    assert.deepEqual([refused.status, refused.body['error']], [400, 'invalid_request'], path);
  }
});
