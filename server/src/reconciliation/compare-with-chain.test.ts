import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, HOUR, openBooks } from '../../test/books.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { TestTenant } from '../../test/app.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { newId } from '../ids.ts';
import { cents } from '../money.ts';
import type { ChargeReading, ChargeStatus } from '../provider/port.ts';
import { noCounts } from './result.ts';
import {
  deleteOldResults,
  listResults,
  type Result,
  sumRequestedResults,
  sumLastResults,
} from './result-store.ts';
import { claimSweep, enrol, requestSweep } from './store.ts';
import { takeStep } from './take-step.ts';

const books = await openBooks();
const { app } = books;

let named = 0;
/** A reading of a charge that was sent, each in a transaction of its own. */
function sent(): Partial<ChargeReading> {
  named += 1;
  return { status: 'depix_sent', blockchainTxId: named.toString(16).padStart(64, '0') };
}

/** Stores what the check of the chain found. */
async function found({ environmentId, id }: Deposit, state: string, fault: string | null = null) {
  const rows = await app.db`
    update deposit_checks set state = ${state}, fault = ${fault}
    where environment_id = ${environmentId} and deposit_id = ${id} returning deposit_id`;
  assert.equal(rows.length, 1);
}

function resultsOf({ environment }: TestTenant): Promise<Result[]> {
  return listResults(app.db, environment.id, { sweep: null, after: undefined, limit: 50 });
}

const kindsOf = async ({ providerRef }: Deposit) =>
  (await differencesOf(app, providerRef)).map(({ kind, resolution }) => [kind, resolution]);

function countsOf({ compared, ...result }: Result) {
  const { matched, missingAtProvider, missingOnChain, amountDiffers, waiting } = result;
  return { compared, matched, missingAtProvider, missingOnChain, amountDiffers, waiting };
}

test('each deposit is counted once, by the most severe finding of provider and chain', async () => {
  const tenant = await books.open();
  const made = (reading?: Partial<ChargeReading>, listed?: ChargeStatus[]) =>
    books.made(tenant, HOUR, reading, listed && { listed });
  await made();
  await made({ status: 'expired' });
  // The transaction in which the second was sent is not named.
  for (const status of ['approved', 'depix_sent'] as const) await made({ status });
  const chain = [];
  for (const [state, fault] of [
    ['seen', null],
    ['confirmed', null],
    ['unobservable', null],
    ['mismatch', 'missing'],
    ['mismatch', 'other_amount'],
    ['mismatch', 'other_asset'],
    ['mismatch', 'other_address'],
    ['mismatch', 'counted_before'],
    ['mismatch', 'forged'],
    ['unchecked', null],
  ] as const) {
    chain.push([await made(sent()), state, fault] as const);
  }
  const [[paid] = []] = chain;
  await made({ status: 'approved', valueCents: cents(100) });
  await made({}, ['depix_sent']);
  const denied = await books.made(tenant, HOUR, {}, 'absent');
  await books.passOver(tenant);
  const [first, ...more] = await resultsOf(tenant);
  assert.ok(first && paid);
  assert.deepEqual(more, []);
  // The chain has not been checked yet, and one charge is listed with a wrong status.
  assert.deepEqual(countsOf(first), {
    compared: 17,
    ...noCounts(),
    ...{ matched: 3, missingAtProvider: 1, amountDiffers: 1, waiting: 12 },
  });
  for (const [deposit, state, fault] of chain) await found(deposit, state, fault);
  await books.passOver(tenant);
  const [second] = await resultsOf(tenant);
  assert.ok(second);
  assert.deepEqual(countsOf(second), {
    compared: 17,
    ...{ matched: 6, missingAtProvider: 1, missingOnChain: 1, amountDiffers: 6, waiting: 3 },
  });
  assert.deepEqual(await kindsOf(denied), [['missing_there', null]]);
  assert.deepEqual(await kindsOf(paid), [['other_status', 'healed']]);
});

test('a difference found on the chain stays open until the chain itself agrees', async () => {
  const tenant = await books.open();
  const deposit = await books.made(tenant, HOUR, sent());
  await books.passOver(tenant);
  const settled = ['other_status', 'healed'];
  const after = async (state: string, fault: string | null = null) => {
    await found(deposit, state, fault);
    await books.passOver(tenant);
    return kindsOf(deposit);
  };
  assert.deepEqual(await after('mismatch', 'missing'), [settled, ['missing_on_chain', null]]);
  // A server that doesn't answer, or hasn't heard of the transaction yet, heals nothing.
  assert.deepEqual(await after('unchecked'), [settled, ['missing_on_chain', null]]);
  assert.deepEqual(await after('mismatch', 'other_asset'), [
    settled,
    ['missing_on_chain', 'healed'],
    ['other_on_chain', null],
  ]);
  assert.deepEqual(await after('seen'), [
    settled,
    ['missing_on_chain', 'healed'],
    ['other_on_chain', 'healed'],
  ]);
  assert.deepEqual((await after('mismatch', 'forged')).at(-1), ['other_on_chain', null]);
});

test('a transaction without a chain check counts as waiting, however old it is', async () => {
  const tenant = await books.open();
  const deposit = await books.made(tenant, 24 * HOUR, sent());
  await books.passOver(tenant);
  await app.db`delete from deposit_checks where deposit_id = ${deposit.id}`;
  await books.passOver(tenant);
  const [result] = await resultsOf(tenant);
  assert.deepEqual([result?.compared, result?.waiting], [1, 1]);
});

test('if two workers take the same step, only the one that holds the lease counts', async () => {
  const tenant = await books.open();
  const { id: connection } = tenant.environment;
  for (let count = 0; count < 160; count += 1) {
    await books.made(tenant, 2 * HOUR - count * 1_000);
  }
  await requestSweep(app.db, connection, 3 * HOUR);
  const claim = async () => {
    const sweep = await claimSweep(app.db, { connection, name: 'asked' });
    if (!sweep) assert.equal((await resultsOf(tenant)).length, 1, 'the sweep is not finished');
    return sweep;
  };
  for (let lost = await claim(); lost; lost = await claim()) {
    await app.db`
      update reconciliation_sweeps set lease_until = now() - interval '1 second'
      where connection = ${connection}`;
    const held = await claim();
    assert.ok(held);
    await Promise.all([takeStep(app, lost), takeStep(app, held), takeStep(app, held)]);
    await app.db`
      update reconciliation_sweeps set due_at = now() where connection = ${connection}`;
  }
  const [result] = await resultsOf(tenant);
  assert.deepEqual([result?.compared, result?.matched], [160, 160]);
});

test('a pass requested again half-way counts from the beginning', async () => {
  const tenant = await books.open();
  const { id: connection } = tenant.environment;
  for (let count = 0; count < 160; count += 1) {
    await books.made(tenant, 2 * HOUR - count * 1_000);
  }
  const began = new Date(Date.now() - 1_000);
  await requestSweep(app.db, connection, 3 * HOUR);
  const first = await claimSweep(app.db, { connection, name: 'asked' });
  assert.ok(first);
  await takeStep(app, first);
  assert.deepEqual(await resultsOf(tenant), []);
  await books.passOver(tenant, 3 * HOUR);
  const [result, ...more] = await resultsOf(tenant);
  assert.deepEqual([result?.compared, more], [160, []]);
  const sums = await sumRequestedResults(app.db, began);
  assert.ok(sums && sums.matched >= 160);
});

test('a result reports the gaps of its pass, and a pass over nothing leaves no result', async () => {
  const [tenant, idle] = [await books.open(), await books.open()];
  await books.made(tenant, HOUR);
  await books.passOver(idle);
  assert.deepEqual(await resultsOf(idle), []);
  const { id: connection } = tenant.environment;
  await requestSweep(app.db, connection, 2 * HOUR);
  await app.db`update reconciliation_sweeps set gaps = 1 where connection = ${connection}`;
  const sweep = await claimSweep(app.db, { connection, name: 'asked' });
  assert.ok(sweep);
  await takeStep(app, sweep);
  const [result] = await resultsOf(tenant);
  assert.deepEqual([result?.compared, result?.gaps], [1, 1]);
});

test('tenants that share a connection get a result each', async () => {
  const [one, two] = [await books.open('live'), await books.open('live')];
  await books.made(one, 3 * HOUR);
  await books.made(two, 2 * HOUR);
  await books.made(two, HOUR, sent());
  await books.passOver(one, 4 * HOUR);
  const [[ofOne], [ofTwo]] = await Promise.all([resultsOf(one), resultsOf(two)]);
  assert.deepEqual([ofOne?.compared, ofOne?.matched], [1, 1]);
  assert.deepEqual([ofTwo?.compared, ofTwo?.matched, ofTwo?.waiting], [2, 1, 1]);
});

test('the last result of each sweep is summed over all connections of a kind', async () => {
  const tenants = [await books.open(), await books.open()];
  for (const tenant of tenants) await books.made(tenant, HOUR);
  await enrol(app.db, false);
  const before = await sumLastResults(app.db);
  for (const { environment } of tenants) {
    for (let pass = 0; pass < 2; pass += 1) {
      await app.db`
        update reconciliation_sweeps set due_at = now() where connection = ${environment.id}`;
      const sweep = await claimSweep(app.db, { connection: environment.id, name: 'two_hours' });
      assert.ok(sweep);
      await takeStep(app, sweep);
    }
  }
  const of = (sums: typeof before) =>
    sums.find(({ connection, sweep }) => connection === 'test' && sweep === 'two_hours');
  assert.equal((of(await sumLastResults(app.db))?.matched ?? 0) - (of(before)?.matched ?? 0), 2);
});

test('results of the shortest sweep are kept for two days, and others for the configured time', async () => {
  const tenant = await books.open();
  const { id } = tenant.environment;
  const add = (sweep: string, days: number) => app.db`
    insert into reconciliation_results (environment_id, id, sweep, pass, since, until, began_at,
      created_at, compared, matched, missing_at_provider, missing_on_chain, amount_differs, waiting)
    values (${id}, ${newId('rec')}, ${sweep}, gen_random_uuid(), now(), now(),
      now() - ${days} * interval '1 day', now(), 1, 1, 0, 0, 0, 0)`;
  for (const sweep of ['two_hours', 'two_days', 'ninety_days', 'asked']) {
    for (const days of [1, 3, 100]) await add(sweep, days);
  }
  await deleteOldResults(app.db, 90);
  const kept = await resultsOf(tenant);
  assert.deepEqual(kept.map(({ sweep }) => sweep).sort(), [
    'asked',
    'asked',
    'ninety_days',
    'ninety_days',
    'two_days',
    'two_days',
    'two_hours',
  ]);
});

test('every page of results costs the same, with or without a filter, and so does an idle cleanup', async () => {
  const [{ environment }, neighbour] = [await books.open(), await books.open()];
  const { id } = environment;
  await app.db`
    insert into reconciliation_results (environment_id, id, sweep, pass, since, until, began_at,
      created_at, compared, matched, missing_at_provider, missing_on_chain, amount_differs, waiting)
    select case when row % 3 = 0 then ${id} else ${neighbour.environment.id} end, 'rec_' || lpad(row::text, 26, '0'),
      case when row % 500 = 0 then 'ninety_days' else 'two_hours' end, gen_random_uuid(), now(),
      now(), now(), now() - row * interval '1 second', 1, 1, 0, 0, 0, 0
    from generate_series(1, 5000) as row`;
  await app.db`analyze reconciliation_results`;
  const deep = { at: new Date(Date.now() - 4_500_000), id: `rec_${'0'.repeat(26)}` };
  for (const after of [undefined, deep]) {
    for (const sweep of [null, 'ninety_days', 'asked'] as const) {
      const filter = { sweep, after, limit: 10 };
      const costs = await costsOf(app.db, (on) => listResults(on, id, filter));
      const { buffers, discarded } = worstOf(costs);
      assert.ok(buffers <= 30 && discarded <= 1, JSON.stringify(costs));
    }
  }
  assert.ok(worstOf(await costsOf(app.db, (on) => deleteOldResults(on, 90))).buffers <= 30);
});
