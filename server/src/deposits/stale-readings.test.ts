import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { alertsAbout } from '../../test/operator.ts';
import type { ChargeStatus } from '../provider/port.ts';
import type { Deposit } from './deposit.ts';
import { settleDeposit } from './settle-deposit.ts';
import { findDeposit } from './store.ts';

const app = await testApp();

const freshDeposit = async (): Promise<Deposit> => storedDeposit(app, await testEnvironment(app));

const settle = (deposit: Deposit, status: ChargeStatus, requestedAt = performance.now()) =>
  settleDeposit(app, deposit.environmentId, deposit.id, {
    reading: readingOf(deposit, { status }),
    cause: 'poll',
    requestedAt,
  });

test('a stale reading undoes nothing and raises no alert', async () => {
  for (const [later, old, status, isOdd] of [
    ['approved', 'expired', 'CONFIRMED', true],
    ['depix_sent', 'canceled', 'CONFIRMED', true],
    ['approved', 'under_review', 'CONFIRMED', false],
    ['refunded', 'approved', 'REFUNDED', true],
  ] as const) {
    const deposit = await freshDeposit();
    const requestedAt = performance.now() - 5;
    assert.equal(await settle(deposit, later), status);
    assert.equal(await settle(deposit, old, requestedAt), status);
    const found = await findDeposit(app, deposit.environmentId, deposit.id);
    assert.equal(found?.providerStatus, later, `${old} after ${later}`);
    assert.deepEqual(await alertsAbout(app, deposit.id), []);
    // If it is read again afterwards, the same status is the provider's current one.
    assert.equal(await settle(deposit, old), status);
    assert.deepEqual(await alertsAbout(app, deposit.id), isOdd ? ['unbelievable_news'] : []);
  }
});

test('a stale reading can still advance a deposit', async () => {
  const deposit = await freshDeposit();
  const requestedAt = performance.now() - 5;
  assert.equal(await settle(deposit, 'expired'), 'FAILED');
  assert.equal(await settle(deposit, 'approved', requestedAt), 'CONFIRMED');
  assert.equal(await settle(deposit, 'refunded', requestedAt), 'REFUNDED');
});
