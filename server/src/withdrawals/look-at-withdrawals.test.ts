import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { moveClock } from '../../test/operator.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { type PayoutReading, throttled, unknownOutcome } from '../provider/port.ts';
import { lookAtWithdrawals } from './look-at-withdrawals.ts';
import { findReceipt } from './receipt.ts';
import { findWithdrawal, type OpenWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What the provider says of each payout; undefined where it denies knowing the payout. */
const payouts = new Map<string, PayoutReading | undefined>();
let isDatabaseThere = true;
/** Payouts for which there is no budget left now. */
const crowded = new Set<string>();

const provider = silentProvider({
  readPayout: async (ref) => {
    if (!isDatabaseThere) throw new DatabaseAwayError('gone', 0);
    if (crowded.has(ref)) throw throttled(90);
    return payouts.has(ref) ? payouts.get(ref) : Promise.reject(unknownOutcome());
  },
});
const app = await testApp(undefined, { providerOf: () => provider });

/** A withdrawal whose environment's clock is two months past its expiry. */
async function overdue(): Promise<Withdrawal> {
  const tenant = await testEnvironment(app);
  const withdrawal = await storedWithdrawal(app, tenant);
  await moveClock(app, withdrawal.environmentId, 90 * 86_400_000);
  return withdrawal;
}

async function looked({ environmentId, id }: Withdrawal): Promise<string | undefined> {
  await app.db`update withdrawals set look_at = now() where id = ${id}`;
  await lookAtWithdrawals(app, patientBulkhead(), new Set());
  return (await findWithdrawal(app, environmentId, id))?.status;
}

function alertsOn({ id }: Withdrawal) {
  return app.db`select kind, times from operator_alerts where subject = ${id}`;
}

test('a withdrawal expires only if the provider confirms it, however late it is on our clock', async () => {
  const withdrawal = await overdue();
  const { providerRef: ref } = withdrawal;
  assert.equal(await looked(withdrawal), 'PENDING', 'the provider is unavailable');
  payouts.set(ref, undefined);
  assert.equal(await looked(withdrawal), 'PENDING', 'the provider denies it');
  const later = new Date(Date.now() + 365 * 86_400_000);
  payouts.set(ref, payoutReadingOf(withdrawal, { status: 'unsent', expiresAt: later }));
  assert.equal(await looked(withdrawal), 'PENDING', 'the provider gave it more time');
  const { expiresAt } = withdrawal;
  payouts.set(ref, payoutReadingOf(withdrawal, { status: 'unsent', expiresAt }));
  assert.equal(await looked(withdrawal), 'EXPIRED');
});

test('a payout that the provider denies stays open, and raises one alert', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  payouts.set(withdrawal.providerRef, undefined);
  assert.equal(await looked(withdrawal), 'PENDING');
  await moveClock(app, withdrawal.environmentId, 90 * 86_400_000);
  assert.equal(await looked(withdrawal), 'PENDING');
  assert.deepEqual(await alertsOn(withdrawal), [{ kind: 'payout_denied', times: 1 }]);
});

test('a payout that cannot be read stays open, and raises one alert a day after its expiry', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  const pastExpiry = async (ms: number): Promise<void> => {
    const offsetMs = withdrawal.expiresAt.getTime() - Date.now() + ms;
    await moveClock(app, withdrawal.environmentId, offsetMs);
    assert.equal(await looked(withdrawal), 'PENDING');
  };
  await pastExpiry(23 * 3_600_000);
  assert.deepEqual(
    await alertsOn(withdrawal),
    [],
    'the provider may be unavailable for some hours',
  );
  await pastExpiry(25 * 3_600_000);
  await pastExpiry(26 * 3_600_000);
  assert.deepEqual(await alertsOn(withdrawal), [{ kind: 'payout_unread', times: 1 }]);
});

test('a payout denied or unread after its end raises no alert', async () => {
  const withdrawal = await overdue();
  const { expiresAt, providerRef: ref } = withdrawal;
  payouts.set(ref, payoutReadingOf(withdrawal, { status: 'unsent', expiresAt }));
  assert.equal(await looked(withdrawal), 'EXPIRED');
  payouts.set(ref, undefined);
  await looked(withdrawal);
  payouts.delete(ref);
  await looked(withdrawal);
  assert.deepEqual(await alertsOn(withdrawal), []);
});

test('a check that finds the budget exhausted is postponed, and not counted', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  const { providerRef: ref, id } = withdrawal;
  crowded.add(ref);
  await looked(withdrawal);
  const [row] = await app.db<{ looks: number; seconds: number }>`
    select looks, extract(epoch from look_at - now())::float8 as seconds from withdrawals
    where id = ${id}`;
  assert.equal(row?.looks, 0);
  assert.ok(row.seconds > 85 && row.seconds <= 90, String(row.seconds));
});

test('a withdrawal funded just before the last check does not expire', async () => {
  const withdrawal = await overdue();
  const blockchainTxId = 'd'.repeat(64);
  const { expiresAt, providerRef } = withdrawal;
  const reading = payoutReadingOf(withdrawal, { status: 'unsent', expiresAt, blockchainTxId });
  payouts.set(providerRef, reading);
  assert.equal(await looked(withdrawal), 'PROCESSING');
});

test('a payout that can be read but not settled still has its checks counted', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  const { id, providerRef } = withdrawal;
  payouts.set(providerRef, payoutReadingOf(withdrawal, { status: 'sent' }));
  await app.db`
    update withdrawals set tax_id = 'v1:gone:AAAA', look_at = now() where id = ${id}`;
  await lookAtWithdrawals(app, patientBulkhead(), new Set());
  const [row] = await app.db`select looks from withdrawals where id = ${id}`;
  assert.deepEqual(row, { looks: 1 });
});

test('checks interrupted by an outage of the database are done as soon as it is back', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  const cutShort = new Set<OpenWithdrawal>();
  isDatabaseThere = false;
  await app.db`update withdrawals set look_at = now() where id = ${withdrawal.id}`;
  await assert.rejects(lookAtWithdrawals(app, patientBulkhead(), cutShort));
  isDatabaseThere = true;
  payouts.set(withdrawal.providerRef, payoutReadingOf(withdrawal, { status: 'sent' }));
  await lookAtWithdrawals(app, patientBulkhead(), cutShort);
  const found = await findWithdrawal(app, withdrawal.environmentId, withdrawal.id);
  assert.equal(found?.status, 'COMPLETED');
  assert.equal(cutShort.size, 0);
});

test('a payout funded a day ago raises one alert, whether it can be read or not', async () => {
  for (const canBeRead of [true, false]) {
    const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
    const { environmentId, providerRef: ref } = withdrawal;
    payouts.set(ref, payoutReadingOf(withdrawal, { status: 'sending' }));
    assert.equal(await looked(withdrawal), 'PROCESSING');
    if (!canBeRead) payouts.delete(ref);
    await moveClock(app, environmentId, 23 * 3_600_000);
    await looked(withdrawal);
    assert.deepEqual(await alertsOn(withdrawal), []);
    for (const hours of [25, 26]) {
      await moveClock(app, environmentId, hours * 3_600_000);
      assert.equal(await looked(withdrawal), 'PROCESSING');
      assert.deepEqual(await alertsOn(withdrawal), [{ kind: 'payout_unsettled', times: 1 }]);
    }
  }
});

test('a completed payout is read again until its receipt and end-to-end id are known', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  const { environmentId, id, providerRef } = withdrawal;
  const nextLook = async (): Promise<number | null> => {
    const [row] = await app.db<{ minutes: number | null }>`
      select round(extract(epoch from look_at - now()) / 60)::float8 as minutes from withdrawals
      where id = ${id}`;
    return row?.minutes ?? null;
  };
  payouts.set(providerRef, payoutReadingOf(withdrawal, { status: 'sent' }));
  assert.equal(await looked(withdrawal), 'COMPLETED');
  assert.equal(await nextLook(), 10);
  await moveClock(app, environmentId, 3_600_000);
  await looked(withdrawal);
  assert.equal(await nextLook(), 60, 'as long again as the payout has been complete');

  const receiptUrl = 'https://bank.example/receipts/1';
  const pixEndToEndId = `E${'1'.repeat(31)}`;
  payouts.set(
    providerRef,
    payoutReadingOf(withdrawal, { status: 'sent', receiptUrl, pixEndToEndId }),
  );
  assert.equal(await looked(withdrawal), 'COMPLETED');
  assert.equal(await findReceipt(app, environmentId, id), receiptUrl);
  assert.equal((await findWithdrawal(app, environmentId, id))?.pixEndToEndId, pixEndToEndId);
  assert.equal(await nextLook(), null, 'nothing is missing any more');
});

test('a completed payout without a receipt is read for a day and no longer', async () => {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app));
  payouts.set(withdrawal.providerRef, payoutReadingOf(withdrawal, { status: 'sent' }));
  await looked(withdrawal);
  await moveClock(app, withdrawal.environmentId, 86_400_000);
  assert.equal(await looked(withdrawal), 'COMPLETED');
  const [row] = await app.db`select look_at from withdrawals where id = ${withdrawal.id}`;
  assert.deepEqual(row, { lookAt: null });
});

test('an expired payout is read twice a day for a week, and completed if it was paid out after all', async () => {
  const day = 86_400_000;
  const [paid, unpaid] = [await overdue(), await overdue()];
  const hoursToLook = async ({ id }: Withdrawal): Promise<number | null> => {
    const [row] = await app.db<{ hours: number | null }>`
      select round(extract(epoch from look_at - now()) / 3600)::float8 as hours from withdrawals
      where id = ${id}`;
    return row?.hours ?? null;
  };
  for (const withdrawal of [paid, unpaid]) {
    const { environmentId, expiresAt, providerRef } = withdrawal;
    payouts.set(providerRef, payoutReadingOf(withdrawal, { status: 'unsent', expiresAt }));
    assert.equal(await looked(withdrawal), 'EXPIRED');
    await moveClock(app, environmentId, (90 + 6) * day);
    assert.equal(await looked(withdrawal), 'EXPIRED');
    assert.equal(await hoursToLook(withdrawal), 12);
  }
  payouts.set(paid.providerRef, payoutReadingOf(paid, { status: 'sent' }));
  assert.equal(await looked(paid), 'COMPLETED');
  await moveClock(app, unpaid.environmentId, (90 + 7) * day + 60_000);
  await looked(unpaid);
  assert.equal(await hoursToLook(unpaid), null);
});
