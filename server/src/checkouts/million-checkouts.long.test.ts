import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { App } from '../app.ts';
import { type EnvironmentId, newId, type PaymentLinkId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { erasePayerAddresses } from './erase-payer-addresses.ts';
import {
  findCheckout,
  findLinkPage,
  findSameOrder,
  readStandings,
  secondsUntilLinkMay,
  secondsUntilPayerMay,
} from './store.ts';

/** `PONTE_TEST_ROWS=1000000` runs the whole million. */
const ROWS = Number(process.env.PONTE_TEST_ROWS ?? 120_000);
const PART = 20_000;
const SLUG = 'bcdfghjkmnpqrs';
const LINK: PaymentLinkId = `lnk_${'0'.repeat(25)}1`;
/** How many were created within the last ten minutes, half of them from one address. */
const RECENT = 400;
/** How many more still have their addresses, as if the worker had been down for a while. */
const OVERDUE = 1_000;

const app = await testApp();
const { environment } = await testEnvironment(app);
const tenant = environment.id;
await addCheckouts(app, tenant);

const tokenOf = (n: number): string => n.toString(16).padStart(22, '0');
const digestOf = (text: string): Buffer => app.vault.digest('checkouts.payer_address', text);

/** All on one link, the oldest first. Every tenth is the same order by the same payer. */
async function addCheckouts({ db, vault }: App, environmentId: EnvironmentId): Promise<void> {
  await db`
    insert into payment_links (environment_id, id, slug, title, description, created_at, updated_at)
    values (${environmentId}, ${LINK}, ${SLUG}, 'any', '', now(), now())`;
  await db`
    insert into wallets (environment_id, id, liquid_address, network, confidential, label,
      is_default, created_at)
    values (${environmentId}, ${newId('wal')}, 'any', 'testnet', true, '', true, now())`;
  const busy = vault.digest('checkouts.payer_address', 'busy');
  const same = vault.digest('checkouts.order_digest', 'same');
  for (let to = 0; to < ROWS;) await addPart(to + 1, (to = Math.min(ROWS, to + PART)));
  await db`vacuum analyze checkouts`;
  await db`vacuum analyze deposits`;

  async function addPart(from: number, to: number): Promise<void> {
    await db`
      insert into checkouts (environment_id, deposit_id, payment_link_id, token, attempt,
        order_digest, payer_address, amount_cents, created_at)
      select ${environmentId}, 'dep_' || lpad(to_hex(n), 26, '0'), ${LINK},
        lpad(to_hex(n), 22, '0'), 'attempt ' || n,
        case when n % 10 = 0 then ${same} else decode(md5('' || n) || md5('' || -n), 'hex') end,
        case when n <= ${ROWS - RECENT - OVERDUE} then null when n % 2 = 0 then ${busy}
          else decode(md5('' || n) || md5('' || n), 'hex') end,
        5000, case when n > ${ROWS - RECENT} then now() - (${ROWS} - n) * interval '1 second'
          else now() - interval '2 hours' - (${ROWS} - n) * interval '1 second' end
      from generate_series(${from}::integer, ${to}::integer) as n`;
    await db`
      insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
        amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
        split_basis_points, provider_fee_cents, pass_fees_to_payer, payment_link_id, provider_ref,
        pix_qr_code, created_at, expires_at, updated_at, look_at)
      select c.environment_id, c.deposit_id, 'PENDING', w.id, 'any', 'v1:any', 5000, 199, 5000,
        4801, 4801, 100, 192, 99, false, c.payment_link_id, c.deposit_id, 'any', c.created_at,
        c.created_at + interval '20 minutes', c.created_at, null
      from checkouts c join wallets w on w.environment_id = c.environment_id
      where c.environment_id = ${environmentId}
        and c.deposit_id between 'dep_' || lpad(to_hex(${from}::integer), 26, '0')
          and 'dep_' || lpad(to_hex(${to}::integer), 26, '0')`;
  }
}

/** Checks the costs with both custom and generic plans. */
async function assertCheap(
  buffers: number,
  discarded: number,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const costs = await costsOf(app.db, work);
  const worst = worstOf(costs);
  assert.ok(worst.buffers <= buffers, JSON.stringify(costs, null, 1));
  assert.ok(worst.discarded <= discarded, JSON.stringify(costs, null, 1));
}

test('the cost of finding a page does not depend on how many there are', async () => {
  await assertCheap(20, 1, (db) => findLinkPage(db, SLUG));
  await assertCheap(20, 1, (db) => findLinkPage(db, 'nobodys'));
  for (const n of [1, ROWS / 2, ROWS]) {
    await assertCheap(30, 1, (db) => findCheckout(db, SLUG, tokenOf(n)));
    const deposit = `dep_${n.toString(16).padStart(26, '0')}` as const;
    const asked = [{ environmentId: tenant, depositId: deposit }];
    await assertCheap(40, 1, (db) => readStandings(db, asked));
    assert.equal((await readStandings(app.db, asked)).length, 1);
  }
  await assertCheap(30, 1, (db) => findCheckout(db, SLUG, 'z'.repeat(22)));
});

const link = { id: LINK, environment };

test('counting unpaid codes reads only recent checkouts', async () => {
  const count = (db: Db, networks: Buffer[]): Promise<unknown> =>
    db.begin((tx) => secondsUntilPayerMay(tx, networks));
  // Of the recent ones half match, and each match is looked up in other tables.
  await assertCheap(RECENT * 12, RECENT, (db) => count(db, [digestOf('busy')]));
  assert.ok(await count(app.db, [digestOf('busy')]));
  await assertCheap(20, 1, (db) => count(db, [digestOf('stranger')]));
  await assertCheap(80 * 12, RECENT, (db) => db.begin((tx) => secondsUntilLinkMay(tx, link)));
});

test("finding a resubmitted form or a payer's same order reads only recent checkouts", async () => {
  const same = [app.vault.digest('checkouts.order_digest', 'same')];
  const find = (db: Db, attempt: string, orders: Buffer[], network: string) =>
    db.begin((tx) => findSameOrder(tx, link, { attempt, orders, networks: [digestOf(network)] }));
  await assertCheap(RECENT * 12, RECENT, (db) => find(db, 'new', same, 'busy'));
  assert.ok(await find(app.db, 'new', same, 'busy'));
  await assertCheap(RECENT * 12, RECENT, (db) => find(db, 'attempt 10', same, 'stranger'));
  assert.ok(await find(app.db, 'attempt 10', same, 'stranger'));
  await assertCheap(RECENT * 12, RECENT, (db) => find(db, 'new', [digestOf('x')], 'stranger'));
});

test('payer addresses are deleted after an hour, in batches', async () => {
  const known = async (): Promise<{ old: number; recent: number }> => {
    const [row] = await app.db<{ old: number; recent: number }>`
      select count(*) filter (where created_at < now() - interval '1 hour') as old,
        count(*) filter (where created_at >= now() - interval '1 hour') as recent
      from checkouts where payer_address is not null`;
    return row ?? { old: 0, recent: 0 };
  };
  const before = await known();
  assert.deepEqual(before, { old: OVERDUE, recent: RECENT });
  // Each of a hundred rows is found, rewritten and entered into five indexes.
  await assertCheap(100 * 40, RECENT, (db) => erasePayerAddresses(db, 100));
  assert.deepEqual(await known(), { ...before, old: before.old - 100 });
  while (await erasePayerAddresses(app.db, 20_000));
  assert.deepEqual(await known(), { old: 0, recent: RECENT });
  // With nothing to forget, the cost is that of reading the recent ones.
  await app.db`vacuum analyze checkouts`;
  await assertCheap(RECENT * 3, RECENT, (db) => erasePayerAddresses(db, 100));
  assert.equal(await erasePayerAddresses(app.db), false);
});

test('concurrent deletions of payer addresses skip locked rows and leave only those', async () => {
  const old = `update checkouts set created_at = now() - interval '2 hours'
    where payer_address is not null`;
  await app.db(Object.assign([old], { raw: [old] }));
  await app.db.begin(async (tx) => {
    // Another transaction holds a lock on one of them.
    await tx`select from checkouts where token = ${tokenOf(ROWS)} for update`;
    await Promise.all([erasePayerAddresses(app.db, 250), erasePayerAddresses(app.db, 250)]);
  });
  const [left] = await app.db<{ count: number }>`
    select count(*) as count from checkouts where payer_address is not null`;
  assert.equal(left?.count, 1);
  await erasePayerAddresses(app.db);
});
