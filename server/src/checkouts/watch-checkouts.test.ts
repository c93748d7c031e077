import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { storedCheckout, storedLink, waitingCheckout, watchedDb } from '../../test/checkouts.ts';
import { testDatabase } from '../../test/database.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { until } from '../../test/receiver.ts';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { settleDeposit, settleWithin } from '../deposits/settle-deposit.ts';
import { DEPOSIT_CHANNEL } from '../deposits/store.ts';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import { openApp } from '../open-app.ts';
import { listen } from '../platform/listen.ts';
import { counted } from '../platform/metrics.ts';
import type { ChargeReading } from '../provider/port.ts';
import type { Checkout, CheckoutState } from './checkout.ts';
import { type CheckoutWatch, watchCheckouts } from './watch-checkouts.ts';

const config = readConfig({
  DATABASE_URL: await testDatabase(),
  PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
});
const app = openApp(config, 'command');
app.log.level = 'silent';
after(() => app.db.end());

type Timing = Parameters<typeof watchCheckouts>[1];
/** Sweeps so rare that they cannot affect a test. */
const NO_SWEEP = { sweepMs: 3_600_000 };

function openWatch(t: TestContext, timing: Timing = NO_SWEEP, on: App = app): CheckoutWatch {
  const watch = watchCheckouts(on, timing);
  t.after(() => watch.close());
  return watch;
}

const waiting = (changes?: Partial<Deposit>) => waitingCheckout(app, changes);

/** The states announced, in order; undefined where there is nothing to show. */
function follow(watch: CheckoutWatch, checkout: Checkout): (CheckoutState | undefined)[] {
  const states: (CheckoutState | undefined)[] = [];
  watch.watch(checkout, (state) => states.push(state));
  return states;
}

const isHearing = (watch: CheckoutWatch) => until(() => watch.standing().isListening);

const settle = (deposit: Deposit, reading: Partial<ChargeReading>) =>
  settleDeposit(app, deposit.environmentId, deposit.id, {
    reading: readingOf(deposit, reading),
    cause: 'poll',
  });

test('a settlement reaches every watcher on every node within a second', async (t) => {
  const { deposit, checkout } = await waiting();
  const [one, other] = [openWatch(t), openWatch(t)];
  const all = [follow(one, checkout), follow(one, checkout), follow(other, checkout)];
  await Promise.all([isHearing(one), isHearing(other)]);
  await until(() => all.every((states) => states.length === 1));
  await settle(deposit, { status: 'approved' });
  await until(() => all.every((states) => states.length === 2), 1_000);
  for (const states of all) assert.deepEqual(states, ['waiting', 'confirmed']);
  // A later watcher gets the known state immediately.
  assert.deepEqual(follow(one, checkout), ['confirmed']);
});

test('a code created after the watch began is reported', async (t) => {
  const tenant = await testEnvironment(app);
  const link = await storedLink(app, tenant);
  const id = newId('dep');
  const to = { environmentId: tenant.environment.id, id, amountCents: cents(5_000) };
  const checkout = await storedCheckout(app, to, link.id);
  const watch = openWatch(t);
  const states = follow(watch, checkout);
  await isHearing(watch);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await storedDeposit(app, tenant, { id, paymentLinkId: link.id, expiresAt });
  await until(() => states.length === 2, 1_000);
  assert.deepEqual(states, [undefined, 'waiting']);
});

test('repeated notifications and readings without change are reported once', async (t) => {
  const { deposit, checkout } = await waiting();
  const watch = openWatch(t);
  const states = follow(watch, checkout);
  await isHearing(watch);
  for (const status of ['approved', 'approved', 'depix_sent', 'depix_sent'] as const) {
    await settle(deposit, { status });
  }
  for (let count = 0; count < 50; count += 1) {
    await app.db`select pg_notify(${DEPOSIT_CHANNEL}, ${deposit.id})`;
  }
  const last = await waiting();
  const witness = follow(watch, last.checkout);
  await settle(last.deposit, { status: 'approved' });
  await until(() => witness.at(-1) === 'confirmed');
  assert.deepEqual(states, ['waiting', 'confirmed']);
});

test('only deposits of payment links notify, and only when something changes', async (t) => {
  const [linked, unlinked] = [await waiting(), await waiting({ paymentLinkId: null })];
  const heard: string[] = [];
  const { promise: begun, resolve: onListening } = Promise.withResolvers<void>();
  const listening = listen({
    url: config.databaseUrl ?? '',
    channel: DEPOSIT_CHANNEL,
    onNotification: (payload) => heard.push(payload),
    onListening,
    onFault: () => undefined,
  });
  t.after(() => listening.close());
  await begun;
  await settle(linked.deposit, { status: 'pending' });
  await settle(linked.deposit, { status: 'pending' });
  const expiresAt = new Date(linked.deposit.expiresAt.getTime() + 60_000);
  await settle(linked.deposit, { status: 'pending', expiresAt });
  await settle(unlinked.deposit, { status: 'approved' });
  await settle(linked.deposit, { status: 'approved' });
  await settle(linked.deposit, { status: 'depix_sent' });
  // The provider may name the transaction only in a later reading.
  const named = { status: 'depix_sent', blockchainTxId: 'a'.repeat(64) } as const;
  await settle(linked.deposit, named);
  await settle(linked.deposit, named);
  const { deposit: last } = await waiting();
  const { id } = linked.deposit;
  await until(() => heard.includes(last.id));
  assert.deepEqual(heard, [id, id, id, id, id, last.id]);
});

test('a settlement that is rolled back is not reported', async (t) => {
  const { deposit, checkout } = await waiting();
  const watch = openWatch(t);
  const states = follow(watch, checkout);
  await isHearing(watch);
  const news = { reading: readingOf(deposit, { status: 'approved' }), cause: 'poll' } as const;
  await assert.rejects(
    app.db.begin(async (tx) => {
      await settleWithin(tx, app, deposit.environmentId, deposit.id, news);
      throw new Error('rolled back');
    }),
  );
  const other = await waiting();
  const witness = follow(watch, other.checkout);
  await settle(other.deposit, { status: 'approved' });
  await until(() => witness.at(-1) === 'confirmed');
  assert.deepEqual(states, ['waiting']);
});

test('a lost connection is reopened, and changes made meanwhile are reported', async (t) => {
  const { deposit, checkout } = await waiting();
  const watch = openWatch(t);
  const states = follow(watch, checkout);
  await isHearing(watch);
  const ended = await app.db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  assert.ok(ended.length >= 1);
  await settle(deposit, { status: 'approved' });
  await until(() => states.at(-1) === 'confirmed', 1_500);
  await isHearing(watch);
  await settle(deposit, { status: 'refunded' });
  await until(() => states.length === 3, 1_000);
});

test('a sweep finds changes without a notification: a lost one, and an expiry', async (t) => {
  const [lost, late] = [await waiting(), await waiting()];
  const watch = openWatch(t, { sweepMs: 200, deafSweepMs: 50 });
  const all = [follow(watch, lost.checkout), follow(watch, late.checkout)];
  await isHearing(watch);
  await until(() => all.every((states) => states.length === 1));
  await app.db`
    update deposits set status = 'CONFIRMED', confirmed_at = now() where id = ${lost.deposit.id}`;
  await app.db`
    update environments set clock_offset_ms = 3700000 where id = ${late.deposit.environmentId}`;
  await until(() => all.every((states) => states.length === 2));
  assert.deepEqual(all, [
    ['waiting', 'confirmed'],
    ['waiting', 'expired'],
  ]);
});

/** How many sweeps this process has begun. */
async function sweepsBegun(): Promise<number> {
  const metric = await counted.getSingleMetric('ponte_checkout_readings_total')?.get();
  const sweeps = metric?.values.find(({ labels }) => labels['reason'] === 'sweep');
  return sweeps?.value ?? 0;
}

test('a sweep reads two thousand checkouts in one statement', async (t) => {
  const { deposit, checkout } = await waiting();
  let statements = 0;
  const counting = watchedDb(app.db, () => (statements += 1));
  const deaf = { ...app, db: counting, config: { ...config, databasePooled: true } };
  const before = await sweepsBegun();
  const watch = openWatch(t, { deafSweepMs: 100 }, deaf);
  const states = follow(watch, checkout);
  for (let count = 1; count < 2_000; count += 1) {
    watch.watch({ ...checkout, depositId: newId('dep') }, () => undefined);
  }
  assert.equal(watch.standing().watched, 2_000);
  await until(() => statements >= 5);
  await settle(deposit, { status: 'approved' });
  await until(() => states.length === 2, 1_000);
  await watch.close();
  // One for the first watcher, and one for all those that joined while it ran.
  assert.ok(statements <= 2 + (await sweepsBegun()) - before, `${String(statements)} statements`);
});

test('behind a pooler the watch relies on sweeps, and listens only over a direct connection', async (t) => {
  const { deposit, checkout } = await waiting();
  const pooled = { ...app, config: { ...config, databasePooled: true } };
  const watch = openWatch(t, { deafSweepMs: 50 }, pooled);
  const states = follow(watch, checkout);
  await settle(deposit, { status: 'approved' });
  await until(() => states.at(-1) === 'confirmed');
  assert.equal(watch.standing().isListening, false);
  const direct = { ...pooled.config, databaseDirectUrl: config.databaseUrl };
  const past = openWatch(t, NO_SWEEP, { ...app, config: direct });
  follow(past, checkout);
  await isHearing(past);
});

test('a database outage is survived, and logged once', async (t) => {
  const { deposit, checkout } = await waiting();
  let isAway = false;
  const failing = watchedDb(app.db, () => {
    if (isAway) throw new Error('away');
  });
  const log = app.log.child({}, { level: 'silent' });
  const warnings: unknown[] = [];
  log.warn = (...entry: unknown[]) => void warnings.push(entry[1]);
  const timing = { sweepMs: 50, deafSweepMs: 25 };
  const watch = openWatch(t, timing, { ...app, log, db: failing });
  const states = follow(watch, checkout);
  await until(() => states.length === 1);
  isAway = true;
  await settle(deposit, { status: 'approved' });
  await until(() => warnings.length > 0);
  isAway = false;
  await until(() => states.at(-1) === 'confirmed');
  assert.deepEqual(warnings, ['open pages cannot be read for now']);
});

test('an unsubscribed watcher gets nothing more, and without watchers the connection is closed', async (t) => {
  const { deposit, checkout } = await waiting();
  const watch = openWatch(t, { deafSweepMs: 20, idleMs: 100 });
  const states: unknown[] = [];
  const unsubscribe = watch.watch(checkout, (state) => states.push(state));
  const witness = follow(watch, checkout);
  await isHearing(watch);
  await until(() => states.length === 1);
  unsubscribe();
  unsubscribe();
  await settle(deposit, { status: 'approved' });
  await until(() => witness.length === 2);
  assert.deepEqual(states, ['waiting']);

  const alone = openWatch(t, { deafSweepMs: 20, idleMs: 100 });
  const end = alone.watch(checkout, () => undefined);
  await isHearing(alone);
  end();
  await until(() => !alone.standing().isListening);
  assert.deepEqual(alone.standing(), { watched: 0, isListening: false });
  follow(alone, checkout);
  await isHearing(alone);
});
