import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { alertsAbout, providerStatus } from '../../test/operator.ts';
import { payoutReadingOf, secondsToLook, storedWithdrawal } from '../../test/withdrawals.ts';
import type { PayoutStatus } from '../provider/port.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import type { Withdrawal } from './withdrawal.ts';

const app = await testApp();

const newcomer = async (): Promise<Withdrawal> => storedWithdrawal(app, await testEnvironment(app));

async function settle(withdrawal: Withdrawal, said: PayoutStatus, requestedAt = performance.now()) {
  const reading = payoutReadingOf(withdrawal, { status: said });
  const news = { reading, cause: 'poll', requestedAt } as const;
  return (await settleWithdrawal(app, withdrawal.environmentId, withdrawal.id, news))?.status;
}

test('an outdated answer does not undo a newer status, and raises no alert', async () => {
  for (const [later, old, status, alarm] of [
    ['refunded', 'sending', 'FAILED', 'paying_out_late'],
    ['canceled', 'sending', 'FAILED', 'paying_out_late'],
    ['sent', 'refunded', 'COMPLETED', 'returned_after_payout'],
    ['sent', 'sending', 'COMPLETED', undefined],
  ] as const) {
    const withdrawal = await newcomer();
    const requestedAt = performance.now() - 5;
    assert.equal(await settle(withdrawal, later), status);
    const soon = await secondsToLook(app, withdrawal);
    assert.equal(await settle(withdrawal, old, requestedAt), status);
    assert.equal(await providerStatus(app, withdrawal.id), later, `${old} after ${later}`);
    assert.deepEqual(await alertsAbout(app, withdrawal.id), []);
    assert.equal((await secondsToLook(app, withdrawal)) === undefined, soon === undefined);
    assert.ok(((await secondsToLook(app, withdrawal)) ?? Infinity) > 60, 'no payout is in flight');
    // Read again afterwards, the same status is what the provider now means.
    assert.equal(await settle(withdrawal, old), status);
    assert.deepEqual(await alertsAbout(app, withdrawal.id), alarm === undefined ? [] : [alarm]);
  }
});

test('the hold of an error starts at its report, whatever older answer arrives later', async () => {
  const withdrawal = await newcomer();
  const requestedAt = performance.now() - 5;
  assert.equal(await settle(withdrawal, 'sending'), 'PROCESSING');
  assert.equal(await settle(withdrawal, 'error'), 'PROCESSING');
  const heldSince = async (): Promise<unknown> => {
    const [row] = await app.db`select held_since from withdrawals where id = ${withdrawal.id}`;
    return row;
  };
  const held = await heldSince();
  await settle(withdrawal, 'sending', requestedAt);
  assert.deepEqual(await heldSince(), held);
});

test('an outdated answer still advances the status', async () => {
  const withdrawal = await newcomer();
  const requestedAt = performance.now() - 5;
  assert.equal(await settle(withdrawal, 'canceled'), 'FAILED');
  assert.equal(await settle(withdrawal, 'sent', requestedAt), 'COMPLETED');
  assert.deepEqual(await alertsAbout(app, withdrawal.id), ['paid_out_late']);
});
