import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { noticesOf, stageNotices } from '../../test/notices.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { fileNotice } from './inbox.ts';

const { app, charges, applyAll } = await stageNotices();

const deposited = async (): Promise<Deposit> =>
  storedDeposit(app, await testEnvironment(app, 'test'));

const tell = ({ providerRef }: Deposit, status: string) =>
  fileNotice(app, 'test', 'deposit', { qrId: providerRef, status });

const statusOf = async ({ environmentId, id }: Deposit) =>
  (await findDeposit(app, environmentId, id))?.status;

test('a refund that the provider tells before it says so when asked is asked about again', async () => {
  const deposit = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'depix_sent' }));
  await tell(deposit, 'depix_sent');
  await applyAll();
  await tell(deposit, 'refunded');
  await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  const [, refund] = await noticesOf(app, deposit.providerRef);
  assert.deepEqual(refund, { outcome: 'early', times: 1, due: true });
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'refunded' }));
  await applyAll();
  assert.equal(await statusOf(deposit), 'REFUNDED');
});

test('a refund that the provider never says when asked is given up after a minute', async () => {
  const deposit = await deposited();
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'depix_sent' }));
  await tell(deposit, 'refunded');
  for (let turn = 1; turn <= 7; turn += 1) await applyAll();
  assert.equal(await statusOf(deposit), 'CONFIRMED');
  assert.deepEqual(await noticesOf(app, deposit.providerRef), [
    { outcome: 'applied', times: 1, due: false },
  ]);
});
