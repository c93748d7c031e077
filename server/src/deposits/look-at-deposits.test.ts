import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { until } from '../../test/receiver.ts';
import { ApiError } from '../errors.ts';
import type { Mode } from '../accounts/environment.ts';
import type { EnvironmentId } from '../ids.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { fileNotice } from '../provider/inbox.ts';
import { type ChargeListing, type ChargeReading, ProviderFailure } from '../provider/port.ts';
import type { Deposit } from './deposit.ts';
import { lookAtDeposits } from './look-at-deposits.ts';
import { findDeposit, type OpenDeposit } from './store.ts';

/** What the provider would answer for each charge, and which calls it got. */
const charges = new Map<string, ChargeReading>();
const asked: string[] = [];
let listing: ChargeListing[] | 'down' | 'database down' = [];

const fails = (outcome: 'unknown' | 'not_executed') =>
  Promise.reject(new ProviderFailure(outcome, new ApiError('provider_error')));

const app = await testApp(undefined, {
  providerOf: () => ({
    createCharge: () => fails('unknown'),
    createPayout: () => fails('unknown'),
    readPayout: () => fails('unknown'),
    readMed: () => undefined,
    listCharges: async () => {
      asked.push('list');
      if (listing === 'database down') throw new DatabaseAwayError('gone', 0);
      return listing === 'down' ? fails('unknown') : listing;
    },
    readCharge: async (ref) => {
      asked.push(ref);
      return charges.get(ref) ?? fails('unknown');
    },
  }),
});

/** Deposits of one environment that are due for a check; no other deposit is due for an hour. */
async function openDeposits(count: number, mode: Mode = 'test'): Promise<Deposit[]> {
  await app.db`update deposits set look_at = now() + interval '1 hour' where look_at is not null`;
  const tenant = await testEnvironment(app, mode);
  const deposits: Deposit[] = [];
  for (let at = 0; at < count; at += 1) deposits.push(await storedDeposit(app, tenant));
  const [first] = deposits;
  await app.db`
    update deposits set look_at = now(), expires_at = now() + interval '20 minutes'
    where environment_id = ${first?.environmentId}`;
  asked.length = 0;
  return deposits;
}

const statusOf = async ({ environmentId, id }: Deposit) =>
  (await findDeposit(app, environmentId, id))?.status;

async function isDue(environmentId: EnvironmentId | undefined): Promise<boolean> {
  const rows = await app.db`
    select id from deposits where environment_id = ${environmentId} and look_at <= now()`;
  return rows.length > 0;
}

test('one list shows which charges changed, and only those are read', async () => {
  const deposits = await openDeposits(5, 'live');
  const [paid] = deposits;
  assert.ok(paid);
  listing = deposits.map(({ providerRef: ref }) => ({ ref, status: 'pending' as const }));
  listing[0] = { ref: paid.providerRef, status: 'approved' };
  charges.set(paid.providerRef, readingOf(paid, { status: 'approved' }));
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.deepEqual(asked, ['list', paid.providerRef]);
  assert.equal(await statusOf(paid), 'CONFIRMED');
  assert.equal(await isDue(paid.environmentId), false);
});

test('a charge missing from the list is read', async () => {
  const [missing] = await openDeposits(1);
  assert.ok(missing);
  listing = [];
  charges.set(missing.providerRef, readingOf(missing, { status: 'expired' }));
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.equal(await statusOf(missing), 'FAILED');
});

test('an open charge is read soon after its expiry and then ever more rarely, though the list says pending', async (t) => {
  const [open, overdue] = await openDeposits(2, 'live');
  assert.ok(open && overdue);
  listing = [open, overdue].map(({ providerRef: ref }) => ({ ref, status: 'pending' as const }));
  const readAfter = async (minutes: number): Promise<boolean> => {
    asked.length = 0;
    await app.db`
      update deposits set look_at = now(), expires_at = now() - ${minutes} * interval '1 minute'
      where id = ${overdue.id}`;
    await lookAtDeposits(app, patientBulkhead(), new Set());
    assert.equal(asked[0], 'list');
    return asked.includes(overdue.providerRef);
  };
  charges.set(overdue.providerRef, readingOf(overdue, { expiresAt: undefined }));
  const random = t.mock.method(Math, 'random', () => 0.99);
  assert.equal(await readAfter(-1), false);
  assert.equal(await readAfter(1), true);
  assert.equal(await readAfter(10), true);
  assert.equal(await readAfter(11), false);
  random.mock.mockImplementation(() => 0.001);
  charges.set(overdue.providerRef, readingOf(overdue, { status: 'depix_sent' }));
  assert.equal(await readAfter(5_000), true);
  assert.equal(await statusOf(overdue), 'CONFIRMED');
  assert.equal(await statusOf(open), 'PENDING');
});

test('an unreadable charge does not keep others from being checked', async () => {
  const deposits = await openDeposits(6);
  listing = deposits.map(({ providerRef: ref }) => ({ ref, status: 'approved' as const }));
  for (const deposit of deposits.filter((_, index) => index % 2 === 1)) {
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  }
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.deepEqual(await Promise.all(deposits.map(statusOf)), [
    'PENDING',
    'CONFIRMED',
    'PENDING',
    'CONFIRMED',
    'PENDING',
    'CONFIRMED',
  ]);
});

test('an unreadable charge is read ever more rarely', async () => {
  const [deposit] = await openDeposits(1, 'live');
  assert.ok(deposit);
  const { environmentId, id } = deposit;
  listing = [];
  const waits: number[] = [];
  for (const looks of [0, 5, 40]) {
    await app.db`
      update deposits set looks = ${looks}, look_at = now()
      where environment_id = ${environmentId} and id = ${id}`;
    await lookAtDeposits(app, patientBulkhead(), new Set());
    const [row] = await app.db<{ looks: number; wait: number }>`
      select looks, extract(epoch from look_at - now())::float8 as wait from deposits
      where environment_id = ${environmentId} and id = ${id}`;
    assert.equal(row?.looks, looks + 1);
    waits.push(row.wait);
  }
  const [first = 0, later = 0, last = 0] = waits;
  assert.ok(first >= 20 && first <= 30 && later > 80 && later <= 112, waits.join());
  assert.ok(last > 580 && last <= 600, waits.join());
});

test('checks continue after failures, until two days after the last change', async () => {
  const [deposit] = await openDeposits(1, 'live');
  assert.ok(deposit);
  const { environmentId, id } = deposit;
  listing = [];
  const waitAfter = async (hours: number): Promise<number | null | undefined> => {
    await app.db`
      update deposits set status = 'FAILED', provider_status = 'expired',
        failure_reason = 'expired', failed_at = created_at, look_at = now(),
        updated_at = now() - ${hours} * interval '1 hour'
      where environment_id = ${environmentId} and id = ${id}`;
    await lookAtDeposits(app, patientBulkhead(), new Set());
    const [row] = await app.db<{ minutes: number | null }>`
      select round(extract(epoch from look_at - now()) / 60)::integer as minutes from deposits
      where environment_id = ${environmentId} and id = ${id}`;
    return row?.minutes;
  };
  assert.equal(await waitAfter(1.2), 18);
  assert.equal(await waitAfter(2), 30);
  assert.equal(await waitAfter(47), 705);
  assert.equal(await waitAfter(49), null);
  // An answer ends the checks.
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'expired' }));
  assert.equal(await waitAfter(2), null);
});

test('during a provider outage a turn makes one list call and one reading', async () => {
  const deposits = await openDeposits(3, 'live');
  listing = 'down';
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.equal(asked.length, 2);
  assert.ok(deposits.some(({ providerRef }) => providerRef === asked[1]));
  assert.equal(await isDue(deposits[0]?.environmentId), false);
});

test('while only the list fails, up to ten charges are read one by one', async () => {
  const deposits = await openDeposits(12);
  listing = 'down';
  for (const deposit of deposits) {
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  }
  await lookAtDeposits(app, patientBulkhead(), new Set());
  const statuses = await Promise.all(deposits.map(statusOf));
  assert.equal(statuses.filter((status) => status === 'CONFIRMED').length, 10);
});

test('a list call that times out leaves time for readings', async (t) => {
  const [deposit] = await openDeposits(1);
  assert.ok(deposit);
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  listing = 'down';
  // Advance the clock by as long as the adapter waits for an answer.
  const begun = performance.now();
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + (asked.includes('list') ? 20_001 : 0));
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.ok(now() - begun < 20_000);
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('a parked MED becomes due again when a check finds the payment', async () => {
  const [deposit] = await openDeposits(1);
  assert.ok(deposit);
  const { providerRef } = deposit;
  await fileNotice(app, 'test', 'med', { qrId: providerRef, status: 'open' });
  const parked = () => app.db<{ due: boolean }>`
    select due_at is not null as due from provider_inbox where provider_ref = ${providerRef}`;
  await app.db`
    update provider_inbox set due_at = null, outcome = 'early', tries = 16
    where provider_ref = ${providerRef}`;
  listing = [];
  charges.set(providerRef, readingOf(deposit, { status: 'under_review' }));
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.deepEqual(await parked(), [{ due: false }]);
  await app.db`update deposits set look_at = now() where id = ${deposit.id}`;
  charges.set(providerRef, readingOf(deposit, { status: 'approved' }));
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.deepEqual(await parked(), [{ due: true }]);
});

test('concurrent workers read each charge once', async () => {
  const deposits = await openDeposits(4);
  listing = deposits.map(({ providerRef: ref }) => ({ ref, status: 'approved' as const }));
  for (const deposit of deposits) {
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  }
  await Promise.all([
    lookAtDeposits(app, patientBulkhead(), new Set()),
    lookAtDeposits(app, patientBulkhead(), new Set()),
    lookAtDeposits(app, patientBulkhead(), new Set()),
  ]);
  const reads = asked.filter((call) => call !== 'list');
  assert.deepEqual(reads.toSorted(), deposits.map(({ providerRef }) => providerRef).toSorted());
});

test('a charge that cannot be settled does not keep others from being checked', async () => {
  const deposits = await openDeposits(6);
  listing = [];
  for (const deposit of deposits) {
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  }
  const [bad, ...others] = deposits;
  await app.db`
    update deposits set tax_id = 'v1:gone:AAAA', created_at = created_at - interval '1 second'
    where environment_id = ${bad?.environmentId} and id = ${bad?.id}`;
  await lookAtDeposits(app, patientBulkhead(), new Set());
  for (const deposit of others) assert.equal(await statusOf(deposit), 'CONFIRMED');
  const [row] = await app.db`select looks from deposits where id = ${bad?.id}`;
  assert.deepEqual(row, { looks: 1 }, 'and is read ever more rarely');
});

test('checks cut short by a database outage are due as soon as it is back', async () => {
  const [deposit] = await openDeposits(1);
  const cutShort = new Set<OpenDeposit>();
  listing = 'database down';
  await assert.rejects(lookAtDeposits(app, patientBulkhead(), cutShort));
  assert.equal(await isDue(deposit?.environmentId), false);
  listing = [];
  const again = () => lookAtDeposits(app, patientBulkhead(), cutShort).then(() => asked.length > 1);
  await until(again, 5_000);
});
