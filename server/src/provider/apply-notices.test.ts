import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment, type TestTenant } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { noticesOf, stageNotices } from '../../test/notices.ts';
import { eventsOf } from '../../test/operator.ts';
import { storedWithdrawal, payoutReadingOf } from '../../test/withdrawals.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { fileNotice } from './inbox.ts';

const { app, charges, payouts, reads, applyAll } = await stageNotices();

async function deposited(mode: Mode = 'test'): Promise<{ tenant: TestTenant; deposit: Deposit }> {
  const tenant = await testEnvironment(app, mode);
  return { tenant, deposit: await storedDeposit(app, tenant) };
}

const notify = (deposit: Deposit, status: string, mode: Mode = 'test') =>
  fileNotice(app, mode, 'deposit', { qrId: deposit.providerRef, status });

const statusOf = async ({ environmentId, id }: Deposit) =>
  (await findDeposit(app, environmentId, id))?.status;

test('a notice is only a hint: the status is read back, and the reading decides', async () => {
  const { deposit } = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'under_review' }));
  await notify(deposit, 'depix_sent');
  await applyAll();
  assert.equal(await statusOf(deposit), 'PENDING');
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await notify(deposit, 'canceled');
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('a repeated notice is stored once, and applied again', async () => {
  const { deposit } = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit));
  await notify(deposit, 'approved');
  await applyAll();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await notify(deposit, 'approved');
  await applyAll();
  assert.deepEqual(await noticesOf(app, deposit.providerRef), [
    { outcome: 'applied', times: 2, due: false },
  ]);
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('several notices about one charge cause a single status call', async () => {
  const { deposit } = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'depix_sent' }));
  for (const status of ['under_review', 'approved', 'depix_sent']) await notify(deposit, status);
  await applyAll();
  assert.equal(reads.filter((ref) => ref === deposit.providerRef).length, 1);
});

test('a notice whose status call fails is retried, and applied when the provider is back', async () => {
  const { deposit } = await deposited();
  await notify(deposit, 'approved');
  await applyAll();
  const [waiting] = await noticesOf(app, deposit.providerRef);
  assert.deepEqual([waiting?.outcome, waiting?.due], ['unknown', true]);
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('a notice with an unknown ID raises an alert after five tries, and still matches later', async () => {
  const { tenant, deposit } = await deposited();
  await app.db`delete from deposits where id = ${deposit.id}`;
  await notify(deposit, 'approved');
  const alerts = () => app.db<{ detail: string }>`
    select detail from operator_alerts where subject = ${`deposit ${deposit.providerRef}`}`;
  for (let tries = 1; tries <= 4; tries += 1) await applyAll();
  assert.deepEqual(await alerts(), []);
  for (let tries = 5; tries <= 7; tries += 1) await applyAll();
  const [alert, ...more] = await alerts();
  assert.deepEqual(more, []);
  const detail = app.vault.open('operator_alerts.detail', String(alert?.detail));
  assert.deepEqual(JSON.parse(detail), { qrId: deposit.providerRef, status: 'approved' });

  const late = await storedDeposit(app, tenant);
  await app.db`
    update deposits set provider_ref = ${deposit.providerRef} where id = ${late.id}`;
  const reading = readingOf(late, { ref: deposit.providerRef, status: 'approved' });
  charges.set(deposit.providerRef, reading);
  await applyAll();
  assert.equal(await statusOf(late), 'CONFIRMED');
});

test('an alert that a crashed worker did not raise is raised at the next try', async () => {
  const { deposit: unpaid } = await deposited();
  charges.set(unpaid.providerRef, readingOf(unpaid));
  await fileNotice(app, 'test', 'med', { qrId: unpaid.providerRef, status: 'open' });
  const { deposit: gone } = await deposited();
  await app.db`delete from deposits where id = ${gone.id}`;
  await notify(gone, 'approved');
  // As left by a worker that leased the notices for the try that raises an alert, and died.
  await app.db`update provider_inbox set tries = 16 where provider_ref = ${unpaid.providerRef}`;
  await app.db`update provider_inbox set tries = 5 where provider_ref = ${gone.providerRef}`;
  await applyAll();
  assert.deepEqual(await noticesOf(app, unpaid.providerRef), [
    { outcome: 'early', times: 1, due: false },
  ]);
  const alerts = await app.db<{ kind: string }>`
    select kind from operator_alerts
    where subject = any(${[`med ${unpaid.providerRef}`, `deposit ${gone.providerRef}`]})
    order by kind`;
  assert.deepEqual(
    alerts.map(({ kind }) => kind),
    ['parked_notice', 'unmatched_notice'],
  );
});

test('a live notice cannot change a test deposit, nor a test notice a live one', async () => {
  for (const [mode, other] of [
    ['test', 'live'],
    ['live', 'test'],
  ] as const) {
    const { deposit } = await deposited(mode);
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
    await notify(deposit, 'approved', other);
    await applyAll();
    assert.equal(await statusOf(deposit), 'PENDING');
    await notify(deposit, 'approved', mode);
    await applyAll();
    assert.equal(await statusOf(deposit), 'CONFIRMED');
  }
});

test('IDs match with and without hyphens, in either case', async () => {
  const tenant = await testEnvironment(app);
  const withdrawal = await storedWithdrawal(app, tenant);
  const { providerRef: ref } = withdrawal;
  payouts.set(ref, payoutReadingOf(withdrawal, { status: 'sent' }));
  const hyphenated = ref.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
  await fileNotice(app, 'test', 'withdraw', { id: hyphenated, status: 'sent' });
  await applyAll();
  const now = await findWithdrawal(app, withdrawal.environmentId, withdrawal.id);
  assert.equal(now?.status, 'COMPLETED');
});

test('a notice finds its charge or payout by an id of any form', async () => {
  const tenant = await testEnvironment(app);
  const deposit = await storedDeposit(app, tenant, { providerRef: 'dep_01jd:7q+x/9=z' });
  const withdrawal = await storedWithdrawal(app, tenant, {
    providerRef: '01k9zzp7wq4m8v2h6t3r5n0c1d',
  });
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  payouts.set(withdrawal.providerRef, payoutReadingOf(withdrawal, { status: 'sent' }));
  await fileNotice(app, 'test', 'deposit', { qrId: 'DEP_01JD:7q+x/9=z', status: 'approved' });
  await fileNotice(app, 'test', 'withdraw', { id: withdrawal.providerRef, status: 'sent' });
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  const paid = await findWithdrawal(app, withdrawal.environmentId, withdrawal.id);
  assert.equal(paid?.status, 'COMPLETED');
});

test('a MED notice that arrives before its payment waits for it, then refunds with both events', async () => {
  const { deposit } = await deposited();
  const deadline = new Date(Date.now() + 10 * 86_400_000);
  const med = { qrId: deposit.providerRef, deadline: deadline.toISOString() };
  charges.set(deposit.providerRef, readingOf(deposit));
  await fileNotice(app, 'test', 'med', med);
  await applyAll();
  assert.equal(await statusOf(deposit), 'PENDING');
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'REFUNDED');
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed', 'deposit.refunded']);
  const [reversal] = await app.db<{ deadline: Date }>`
    select deadline from reversals where deposit_id = ${deposit.id}`;
  assert.deepEqual(reversal?.deadline, deadline);
});

test('a malformed MED notice raises an alert and waits, and refunds nothing', async () => {
  const { deposit } = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await fileNotice(app, 'test', 'med', { id: deposit.providerRef });
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  const [notice] = await noticesOf(app, deposit.providerRef);
  assert.deepEqual([notice?.outcome, notice?.due], ['early', true]);
  const [alert] = await app.db`
    select kind from operator_alerts where subject = ${`med ${deposit.id}`}`;
  assert.deepEqual(alert, { kind: 'nonsense_answer' });
});

test('a partly readable MED notice is applied, with one alert about the unreadable fields', async () => {
  const { deposit } = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit));
  await fileNotice(app, 'test', 'med', { qrId: deposit.providerRef, taxNumber: 12_345 });
  await applyAll();
  assert.equal(await statusOf(deposit), 'PENDING', 'it arrived before its payment');
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'REFUNDED');
  const [alert] = await app.db`
    select kind, times from operator_alerts where subject = ${`med ${deposit.id}`}`;
  assert.deepEqual(alert, { kind: 'nonsense_answer', times: 1 });
});

test('a notice about a known charge is not parked, however long the provider is unavailable', async () => {
  const { deposit } = await deposited();
  await notify(deposit, 'approved');
  await app.db`
    update provider_inbox set tries = 100 where provider_ref = ${deposit.providerRef}`;
  await applyAll();
  const [waiting] = await noticesOf(app, deposit.providerRef);
  assert.deepEqual([waiting?.outcome, waiting?.due], ['unknown', true]);
});

test('a notice without a valid ID is stored and raises an alert', async () => {
  await fileNotice(app, 'test', 'deposit', { webhookType: 'deposit', note: 'a static code' });
  await fileNotice(app, 'test', 'deposit', { qrId: '../../etc', status: 'approved' });
  for (let tries = 1; tries <= 5; tries += 1) await applyAll();
  const rows = await app.db<{ id: number }>`
    select id from provider_inbox where provider_ref is null order by id`;
  assert.equal(rows.length, 2);
  for (const { id } of rows) {
    const alerts = await app.db`
      select id from operator_alerts where subject = ${`deposit ${String(id)}`}`;
    assert.equal(alerts.length, 1);
  }
});

test('a notice that cannot be applied is retried with increasing delays, and never dropped', async () => {
  const { deposit } = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await notify(deposit, 'approved');
  const { environmentId, id } = deposit;
  const [whole] = await app.db<{ taxId: string }>`
    select tax_id from deposits where environment_id = ${environmentId} and id = ${id}`;
  const write = (taxId: string) => app.db`
    update deposits set tax_id = ${taxId} where environment_id = ${environmentId} and id = ${id}`;
  // A turn that is slow to fail has ended before it does, and only logs it.
  const applyInVain = () =>
    applyAll().catch((error: unknown) => assert.match(String(error), /no key/));
  await write('v1:gone:AAAA');
  await applyInVain();
  await app.db`update provider_inbox set tries = 9 where provider_ref = ${deposit.providerRef}`;
  await applyInVain();
  const [notice] = await app.db<{ outcome: string; later: boolean }>`
    select outcome, due_at > now() + interval '5 minutes' as later from provider_inbox
    where provider_ref = ${deposit.providerRef}`;
  assert.deepEqual(notice, { outcome: 'failed', later: true });
  await write(whole?.taxId ?? '');
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});
