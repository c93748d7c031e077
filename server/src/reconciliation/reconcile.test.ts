import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, differencesOf, HOUR, openBooks } from '../../test/books.ts';
import { insertDeposit, newDeposit, readingOf, storedDeposit } from '../../test/deposits.ts';
import { testApp, testEnvironment, type TestTenant } from '../../test/app.ts';
import { alertsAbout } from '../../test/operator.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { settleDeposit } from '../deposits/settle-deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { ApiError } from '../errors.ts';
import { cents } from '../money.ts';
import { type ChargeStatus, ProviderFailure } from '../provider/port.ts';
import { countDifferences, listOpenOf } from './difference-store.ts';
import { reconcile } from './reconcile.ts';
import { reconcileNow } from './reconcile-now.ts';
import { listResults } from './result-store.ts';
import { claimSweep, enrol } from './store.ts';

const books = await openBooks();
const { app } = books;

const statusOf = async ({ environmentId, id }: Deposit) =>
  (await findDeposit(app, environmentId, id))?.status;

test('without notices or status checks, reconciliation brings every deposit to its right status', async () => {
  const tenant = await books.open();
  const cases = [
    [{ status: 'approved' }, 'CONFIRMED'],
    [{ status: 'depix_sent', blockchainTxId: 'a'.repeat(64) }, 'CONFIRMED'],
    [{ status: 'expired' }, 'FAILED'],
    [{ status: 'refunded', payerTaxId: '11144477735' }, 'REFUNDED'],
    [{ status: 'pending' }, 'PENDING'],
  ] as const;
  const deposits = [];
  for (const [reading] of cases) deposits.push(await books.made(tenant, 5 * HOUR, reading));
  await books.passOver(tenant);
  for (const [index, deposit] of deposits.entries()) {
    assert.equal(await statusOf(deposit), cases[index]?.[1]);
  }
  const [paid, , expired] = deposits;
  assert.ok(paid && expired);
  // The provider never sends a notice of an expiry.
  assert.deepEqual(await differencesOf(app, expired.providerRef), []);
  const [transition] = await app.db`select cause from transitions where resource_id = ${paid.id}`;
  assert.deepEqual(transition, { cause: 'reconciliation' });
  assert.deepEqual(await differencesOf(app, paid.providerRef), [
    { kind: 'other_status', resolution: 'healed', environmentId: paid.environmentId },
  ]);
  books.asked.refs.length = 0;
  await books.passOver(tenant, 6 * HOUR);
  // Reading an approved charge without a transaction id would yield nothing new.
  assert.deepEqual(books.asked.refs, []);
});

test('a thousand deposits over five hours are all compared, with few list calls', async () => {
  const tenant = await books.open();
  const { id: environmentId } = tenant.environment;
  const deposits = Array.from({ length: 1_000 }, (_, index) => {
    const createdAt = ago(5 * HOUR - index * 15_000);
    return newDeposit({ environmentId, createdAt, expiresAt: createdAt });
  });
  await app.db.begin(async (tx) => {
    for (const deposit of deposits) await insertDeposit(tx, app, deposit);
  });
  await app.db`update deposits set look_at = null where environment_id = ${environmentId}`;
  const paid = deposits.filter((_, index) => index % 7 === 0);
  for (const deposit of deposits) {
    const status = paid.includes(deposit) ? 'approved' : 'pending';
    const { providerRef: ref, createdAt: at } = deposit;
    books.enter(tenant, { ref, at, reading: readingOf(deposit, { status }) });
  }
  books.asked.lists = 0;
  await books.passOver(tenant);
  const { lists } = books.asked;
  assert.ok(lists >= 6 && lists <= 12, `${String(lists)} lists`);
  const [counts] = await app.db`
    select count(*) filter (where status = 'CONFIRMED') as confirmed, count(*) as all
    from deposits where environment_id = ${environmentId}`;
  assert.deepEqual(counts, { confirmed: paid.length, all: 1_000 });
});

test('a charge the provider denies raises an alert, and one missing only from its list is healed', async () => {
  const tenant = await books.open();
  const denied = await books.made(tenant, HOUR, {}, 'absent');
  const unlisted = await books.made(tenant, HOUR, { status: 'approved' }, { listed: [] });
  await books.passOver(tenant);
  const { environmentId } = denied;
  assert.deepEqual(await differencesOf(app, denied.providerRef), [
    { kind: 'missing_there', resolution: null, environmentId },
  ]);
  assert.deepEqual(await alertsAbout(app, denied.id), ['charge_denied']);
  assert.equal(await statusOf(denied), 'PENDING');
  assert.deepEqual(await differencesOf(app, unlisted.providerRef), [
    { kind: 'missing_there', resolution: 'healed', environmentId },
  ]);
  assert.equal(await statusOf(unlisted), 'CONFIRMED');
  books.enter(tenant, {
    ref: denied.providerRef,
    at: denied.createdAt,
    reading: readingOf(denied),
  });
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, denied.providerRef))[0]?.resolution, 'healed');
  const counts = await countDifferences(app.db);
  assert.ok(counts.some(({ kind, healed }) => kind === 'missing_there' && healed >= 2));
});

test('a deviating amount is recorded as a difference and raises an alert', async () => {
  const tenant = await books.open();
  const short = await books.made(tenant, HOUR, { status: 'approved', valueCents: cents(100) });
  await books.passOver(tenant);
  assert.equal(await statusOf(short), 'PENDING');
  assert.deepEqual(await alertsAbout(app, short.id), ['paid_short']);
  assert.deepEqual(await differencesOf(app, short.providerRef), [
    { kind: 'other_amount', resolution: null, environmentId: short.environmentId },
  ]);
});

test('a deviating amount stays a difference until the full amount is paid', async () => {
  const tenant = await books.open();
  const short = await books.made(tenant, HOUR, { status: 'approved', valueCents: cents(100) });
  await books.passOver(tenant);
  const { environmentId, id, providerRef: ref } = short;
  const other = { kind: 'other_amount', environmentId };
  // The difference stays open after another pass that agrees on everything else.
  await books.passOver(tenant);
  assert.deepEqual(await differencesOf(app, ref), [{ ...other, resolution: null }]);
  const reading = readingOf(short, { status: 'approved' });
  await settleDeposit(app, environmentId, id, { reading, cause: 'poll' });
  assert.equal(await statusOf(short), 'CONFIRMED');
  await books.passOver(tenant);
  assert.deepEqual(await differencesOf(app, ref), [{ ...other, resolution: 'healed' }]);
  assert.deepEqual(await listOpenOf(app.db, environmentId), []);
});

test('a false list changes no status, and comparing it ends after a few steps', async () => {
  const tenant = await books.open();
  const unpaid = [];
  for (const listed of [['depix_sent'], ['refunded'], ['unknown'], ['pending', 'depix_sent']]) {
    // TypeScript infers plain strings for the table above.
    const lie = { listed: listed as ChargeStatus[] };
    unpaid.push(await books.made(tenant, HOUR, {}, lie));
  }
  for (let count = 0; count < 130; count += 1) await books.made(tenant, HOUR, {}, { listed: [] });
  const steps = await books.passOver(tenant);
  assert.ok(steps < 10, `${String(steps)} steps`);
  for (const deposit of unpaid) assert.equal(await statusOf(deposit), 'PENDING');
  const [first] = unpaid;
  assert.deepEqual(
    (await differencesOf(app, first?.providerRef ?? '')).map(({ kind, resolution }) => [
      kind,
      resolution,
    ]),
    [['other_status', null]],
  );
  const events = await app.db`
    select id from events where environment_id = ${tenant.environment.id}`;
  assert.deepEqual(events, []);
});

test('a stretch that keeps failing is skipped in the end, and compared by the next pass', async (t) => {
  const tenant = await books.open();
  const deposit = await books.made(tenant, HOUR, { status: 'approved' });
  books.fault = (what) => {
    if (what === 'list') throw new ProviderFailure('unknown', new ApiError('provider_error'));
  };
  t.after(() => (books.fault = undefined));
  assert.ok((await books.passOver(tenant)) < 20);
  assert.equal(await statusOf(deposit), 'PENDING');
  books.fault = undefined;
  await books.passOver(tenant);
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('a rate-limited sweep resumes where it stopped', async (t) => {
  const tenant = await books.open();
  const deposits = [];
  for (let count = 0; count < 120; count += 1) {
    deposits.push(await books.made(tenant, 2 * HOUR - count * 1_000, { status: 'approved' }));
  }
  books.asked.refs.length = 0;
  let grants = 10;
  books.fault = () => {
    if (grants <= 0) {
      grants = 10;
      throw new ProviderFailure('not_executed', new ApiError('rate_limited'));
    }
    grants -= 1;
  };
  t.after(() => (books.fault = undefined));
  await books.passOver(tenant);
  for (const deposit of deposits) assert.equal(await statusOf(deposit), 'CONFIRMED');
  assert.ok(books.asked.refs.length < 200, `${String(books.asked.refs.length)} readings`);
});

test('concurrent operators and workers read every charge, and count it once', async () => {
  const tenant = await books.open();
  const deposits: Deposit[] = [];
  for (let count = 0; count < 200; count += 1) {
    deposits.push(await books.made(tenant, 3 * HOUR - count * 1_000, { status: 'approved' }));
  }
  books.asked.refs.length = 0;
  let over = false;
  const worker = async (): Promise<void> => {
    while (!over) await reconcile(app);
  };
  const workers = [worker(), worker()];
  const done = await Promise.all([reconcileNow(app, 4 * HOUR), reconcileNow(app, 4 * HOUR)]);
  over = true;
  await Promise.all(workers);
  assert.deepEqual(
    done.map(({ unfinished }) => unfinished),
    [0, 0],
  );
  const refs = new Set(deposits.map(({ providerRef }) => providerRef));
  // A step in flight when another caller asks for a comparison is repeated.
  const readings = books.asked.refs.filter((ref) => refs.has(ref)).length;
  assert.ok(readings >= refs.size && readings <= refs.size + 50, `${String(readings)} readings`);
  const filter = { sweep: 'asked', after: undefined, limit: 10 } as const;
  const results = await listResults(app.db, tenant.environment.id, filter);
  assert.deepEqual(new Set(results.map(({ compared }) => compared)), new Set([refs.size]));
  for (const { deposits: counts } of done) assert.ok(counts.matched >= refs.size);
  for (const deposit of deposits) assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('live books are reported as not compared where no live provider is configured', async (t) => {
  const own = await testApp(t);
  const { environment } = await testEnvironment(own, 'live');
  assert.deepEqual((await reconcileNow(own, HOUR)).unreachable, []);
  await storedDeposit(own, { environment }, { createdAt: ago(HOUR / 2) });
  assert.deepEqual((await reconcileNow(own, HOUR)).unreachable, ['live']);
});

test('only one worker at a time compares a connection, and the lease of a dead one expires', async () => {
  const tenant = await books.open();
  await books.made(tenant, HOUR);
  await enrol(app.db, false);
  const { id: connection } = tenant.environment;
  const claim = () => claimSweep(app.db, { connection, name: null });
  const claims = await Promise.all(Array.from({ length: 8 }, claim));
  assert.equal(claims.filter(Boolean).length, 1);
  assert.equal(await claim(), undefined);
  await app.db`
    update reconciliation_sweeps set lease_until = now() - interval '1 second'
    where connection = ${connection} and lease is not null`;
  assert.ok(await claim());
});

test('a connection is enrolled only in the sweeps that reach back to its activity', async () => {
  const [idle, busy] = [await books.open(), await books.open()];
  await books.made(busy, 10 * HOUR);
  await enrol(app.db, false);
  const sweepsOf = async ({ environment }: TestTenant) =>
    (
      await app.db<{ sweep: string }>`
        select sweep from reconciliation_sweeps where connection = ${environment.id} order by sweep`
    ).map(({ sweep }) => sweep);
  assert.deepEqual(await sweepsOf(idle), []);
  assert.deepEqual(await sweepsOf(busy), ['ninety_days', 'two_days']);
});
