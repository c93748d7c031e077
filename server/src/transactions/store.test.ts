import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { DESCRIPTOR } from '../../test/descriptors.ts';
import { moveClock } from '../../test/operator.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { readClock } from '../accounts/store.ts';
import { registerWallet } from '../wallets/register-wallet.ts';
import { readBalances } from './store.ts';

const TEST_ADDRESS = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';
const ADDRESSES = 20_000;
/** A few index descents plus the planner's own reads; the addresses alone fill 600 pages. */
const BUFFERS = 250;

const app = await testApp();
const { db } = app;

test('a balance costs the same however many addresses a descriptor has issued', async (t) => {
  const { environment } = await testEnvironment(app);
  const { id: environmentId } = environment;
  const order = { descriptor: DESCRIPTOR.test, label: '', makeDefault: true };
  const wallet = await registerWallet(app, environment, order);
  await db`
    insert into wallet_addresses (environment_id, wallet_id, branch, position, liquid_address,
      state, units, transactions, checked_at, look_at)
    select ${environmentId}, ${wallet.id}, branch, position, 'any', 'known',
      case when position % 1000 = 999 then 5000000 else 0 end,
      case when position < ${ADDRESSES} then 1 else 0 end, now(), now() + interval '1 hour'
    from generate_series(0, 1) as branch, generate_series(0, ${ADDRESSES}::integer + 20) as position
    on conflict (environment_id, wallet_id, branch, position) do update
      set state = 'known', units = 0, transactions = 1, checked_at = now(),
        look_at = excluded.look_at`;
  await db`vacuum analyze wallet_addresses`;
  const { wallets } = await readBalances(db, environmentId);
  const [{ onChainState, onChainCents } = {}] = wallets;
  assert.deepEqual([onChainState, onChainCents], ['known', (5 * 2 * ADDRESSES) / 1_000]);
  const costs = await costsOf(db, (on) => readBalances(on, environmentId));
  t.diagnostic(`${String(worstOf(costs).buffers)} buffers`);
  assert.ok(worstOf(costs).buffers <= BUFFERS, JSON.stringify(costs, null, 1));
});

test('the time of a balance check is reported on the clock of its environment', async () => {
  const { environment } = await testEnvironment(app);
  const order = { liquidAddress: TEST_ADDRESS, label: '', makeDefault: true };
  await registerWallet(app, environment, order);
  await db`
    update wallet_addresses set state = 'known', units = 0, checked_at = now(),
      look_at = now() + interval '1 hour'
    where environment_id = ${environment.id}`;
  await moveClock(app, environment.id, 86_400_000);
  const { wallets } = await readBalances(db, environment.id);
  const [{ checkedAt } = {}] = wallets;
  const { now } = await readClock(db, environment.id);
  const ageMs = now.getTime() - (checkedAt?.getTime() ?? 0);
  assert.ok(ageMs >= 0 && ageMs < 60_000, String(ageMs));
});

test('a balance costs the same however many payment links were paid', async (t) => {
  const { environment } = await testEnvironment(app);
  const { id: environmentId } = environment;
  const order = { liquidAddress: TEST_ADDRESS, label: '', makeDefault: true };
  const { id: walletId } = await registerWallet(app, environment, order);
  await db`
    insert into deposit_sums (environment_id, subject_id, shard, confirmed_count, received_cents,
      refunded_cents)
    select ${environmentId}, 'lnk_' || lpad(n::text, 26, '0'), 0, 1, 4801, 0
    from generate_series(1, 20000) as n
    union all select ${environmentId}, ${walletId}, 0, 1, 9602, 300`;
  await db`vacuum analyze deposit_sums`;
  const { wallets, totals } = await readBalances(db, environmentId);
  const [{ receivedCents, refundedCents } = {}] = wallets;
  assert.deepEqual([receivedCents, refundedCents], [9_602, 300]);
  assert.deepEqual(totals, { receivedCents: 9_602, pendingCents: 0, refundedCents: 300 });
  const costs = await costsOf(db, (on) => readBalances(on, environmentId));
  t.diagnostic(`${String(worstOf(costs).buffers)} buffers`);
  assert.ok(worstOf(costs).buffers <= 100, JSON.stringify(costs, null, 1));
});

test('a deleted wallet counts in the totals of a balance, and its descriptor is not looked through', async (t) => {
  const own = await testApp(t);
  const { db } = own;
  const { environment } = await testEnvironment(own);
  const { id: environmentId } = environment;
  const order = { descriptor: DESCRIPTOR.test, label: '', makeDefault: true };
  const { id: walletId } = await registerWallet(own, environment, order);
  await db`
    insert into wallets (environment_id, id, liquid_address, network, confidential, descriptor,
      label, is_default, created_at, deleted_at)
    select environment_id, 'wal_' || lpad(n::text, 26, '0'), 'any', network, confidential,
      descriptor, '', false, now(), now()
    from wallets, generate_series(1, 2000) as n where id = ${walletId}`;
  await db`
    insert into wallet_addresses (environment_id, wallet_id, branch, position, liquid_address)
    select environment_id, id, 0, 0, 'any' from wallets where deleted_at is not null`;
  await db`
    insert into deposit_sums (environment_id, subject_id, shard, confirmed_count, received_cents,
      refunded_cents)
    select environment_id, id, 0, 1, 4801, 3 from wallets where environment_id = ${environmentId}`;
  await db`vacuum analyze wallets, wallet_addresses, deposit_sums`;
  const { wallets, totals } = await readBalances(db, environmentId);
  assert.deepEqual(
    wallets.map((wallet) => [wallet.walletId, wallet.receivedCents, wallet.refundedCents]),
    [[walletId, 4_801, 3]],
  );
  const all = { receivedCents: 2_001 * 4_801, pendingCents: 0, refundedCents: 2_001 * 3 };
  assert.deepEqual(totals, all);
  const costs = await costsOf(db, (on) => readBalances(on, environmentId));
  t.diagnostic(`${String(worstOf(costs).buffers)} buffers`);
  assert.ok(worstOf(costs).buffers <= 150, JSON.stringify(costs, null, 1));
  // An environment without any other wallet has its totals all the same.
  await db`update wallets set deleted_at = now(), is_default = false where id = ${walletId}`;
  assert.deepEqual(await readBalances(db, environmentId), { wallets: [], totals: all });
});
