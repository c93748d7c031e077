import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { noticesOf, stageNotices } from '../../test/notices.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { toPayoutStatus } from './eulen/translate.ts';
import { fileNotice } from './inbox.ts';

const { app, charges, payouts, crowded, applyAll } = await stageNotices();

const deposited = async (): Promise<Deposit> =>
  storedDeposit(app, await testEnvironment(app, 'test'));

const notify = ({ providerRef }: Deposit, status: string) =>
  fileNotice(app, 'test', 'deposit', { qrId: providerRef, status });

const statusOf = async ({ environmentId, id }: Deposit) =>
  (await findDeposit(app, environmentId, id))?.status;

test('a refund notice that the status call does not confirm yet is checked again', async () => {
  const deposit = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'depix_sent' }));
  await notify(deposit, 'depix_sent');
  await applyAll();
  await notify(deposit, 'refunded');
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  const [, refund] = await noticesOf(app, deposit.providerRef);
  assert.deepEqual(refund, { outcome: 'early', times: 1, due: true });
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'refunded' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'REFUNDED');
});

test('a notice about a charge that has failed here is checked again', async () => {
  for (const [reported, end] of [
    ['refunded', 'REFUNDED'],
    ['approved', 'CONFIRMED'],
  ] as const) {
    const deposit = await deposited();
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'expired' }));
    await notify(deposit, reported);
    await applyAll();
    assert.equal(await statusOf(deposit), 'FAILED');
    charges.set(deposit.providerRef, readingOf(deposit, { status: reported }));
    await applyAll();
    assert.equal(await statusOf(deposit), end);
  }
});

test('a MED and a payment that only notices report change nothing until a reading shows the payment', async () => {
  const deposit = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit));
  await notify(deposit, 'approved');
  await fileNotice(app, 'test', 'med', { qrId: deposit.providerRef });
  await applyAll();
  assert.equal(await statusOf(deposit), 'PENDING');
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'REFUNDED');
});

test('a refund notice that the status call never confirms is given up', async () => {
  const deposit = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'depix_sent' }));
  await notify(deposit, 'refunded');
  for (let turn = 1; turn <= 7; turn += 1) await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  assert.deepEqual(await noticesOf(app, deposit.providerRef), [
    { outcome: 'applied', times: 1, due: false },
  ]);
});

test('a notice that contradicts a final payout is checked again, and raises an alert', async () => {
  for (const [before, reported, after] of [
    ['sent', 'refunded', 'COMPLETED'],
    ['sent', 'Cancelled', 'COMPLETED'],
    ['canceled', 'sent', 'COMPLETED'],
    ['canceled', 'sending', 'FAILED'],
  ] as const) {
    const withdrawal = await storedWithdrawal(app, await testEnvironment(app, 'test'));
    const { providerRef: ref, environmentId, id } = withdrawal;
    payouts.set(ref, payoutReadingOf(withdrawal, { status: before }));
    await fileNotice(app, 'test', 'withdraw', { id: ref, status: before });
    await applyAll();
    await fileNotice(app, 'test', 'withdraw', { id: ref, status: reported });
    await applyAll();
    const [, late] = await noticesOf(app, ref);
    assert.deepEqual(late, { outcome: 'early', times: 1, due: true });
    payouts.set(ref, payoutReadingOf(withdrawal, { status: toPayoutStatus(reported) }));
    await applyAll();
    assert.equal((await findWithdrawal(app, environmentId, id))?.status, after);
    const alerts = await app.db`select kind from operator_alerts where subject = ${id}`;
    assert.equal(alerts.length, 1);
    assert.equal((await noticesOf(app, ref)).at(-1)?.outcome, 'applied');
  }
});

test('a notice of a payout after its expiry is checked again, and raises an alert', async () => {
  for (const [reported, kind] of [
    ['sending', 'paying_out_late'],
    ['sent', 'paid_out_late'],
  ] as const) {
    const withdrawal = await storedWithdrawal(app, await testEnvironment(app, 'test'));
    const { providerRef: ref, id } = withdrawal;
    const expiresAt = new Date();
    payouts.set(ref, payoutReadingOf(withdrawal, { status: 'unsent', expiresAt }));
    await fileNotice(app, 'test', 'withdraw', { id: ref, status: reported });
    await applyAll();
    assert.equal((await noticesOf(app, ref)).at(-1)?.outcome, 'early');
    payouts.set(ref, payoutReadingOf(withdrawal, { status: reported, expiresAt }));
    await applyAll();
    assert.equal((await noticesOf(app, ref)).at(-1)?.outcome, 'applied');
    const alerts = await app.db`select kind from operator_alerts where subject = ${id}`;
    assert.deepEqual(alerts, [{ kind }]);
  }
});

test('a notice that finds the budget exhausted is applied later, without counting a try', async () => {
  const deposit = await deposited();
  const { providerRef: ref } = deposit;
  crowded.add(ref);
  await notify(deposit, 'approved');
  for (let turn = 1; turn <= 10; turn += 1) await applyAll();
  const [waiting] = await app.db<{ tries: number; seconds: number }>`
    select tries, extract(epoch from due_at - now())::float8 as seconds from provider_inbox
    where provider_ref = ${ref}`;
  assert.equal(waiting?.tries, 0);
  assert.ok(waiting.seconds > 25 && waiting.seconds <= 31, String(waiting.seconds));
  crowded.delete(ref);
  charges.set(ref, readingOf(deposit, { status: 'approved' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
});

test('a notice with an id of another form that came before its charge finds it', async () => {
  const ref = `pix_${randomUUID().slice(0, 8)}`;
  await fileNotice(app, 'test', 'deposit', { qrId: ref.toUpperCase(), status: 'approved' });
  await applyAll();
  assert.deepEqual(await noticesOf(app, ref), []);
  const deposit = await storedDeposit(app, await testEnvironment(app, 'test'), {
    providerRef: ref,
  });
  charges.set(ref, readingOf(deposit, { status: 'approved' }));
  await applyAll();
  assert.equal((await noticesOf(app, ref)).length, 1);
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  assert.equal((await noticesOf(app, ref)).at(-1)?.outcome, 'applied');
});

test('a notice that cannot be decrypted does not block the others', async () => {
  const [damaged, other] = [await deposited(), await deposited()];
  for (const deposit of [damaged, other]) {
    charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
    await notify(deposit, 'approved');
  }
  await app.db`
    update provider_inbox set body = ${app.vault.seal('another.place', '{}')}
    where provider_ref = ${damaged.providerRef}`;
  await applyAll();
  // The charge is read back from the provider, so nothing the notice said is missed.
  assert.deepEqual([await statusOf(damaged), await statusOf(other)], ['CONFIRMED', 'CONFIRMED']);
});

test('a MED that cannot be decrypted blocks no other of the same charge, and raises an alert', async () => {
  const deposit = await deposited();
  const { providerRef: qrId, id } = deposit;
  charges.set(qrId, readingOf(deposit, { status: 'approved' }));
  for (const name of ['damaged', 'ANA']) await fileNotice(app, 'test', 'med', { qrId, name });
  await app.db`
    update provider_inbox set body = ${app.vault.seal('another.place', '{}')}
    where id = (select min(id) from provider_inbox where provider_ref = ${qrId})`;
  await applyAll();
  assert.equal(await statusOf(deposit), 'REFUNDED');
  const alerts = await app.db`select kind from operator_alerts where subject = ${`med ${id}`}`;
  assert.deepEqual(alerts, [{ kind: 'nonsense_answer' }]);
});
