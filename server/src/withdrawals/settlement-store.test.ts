import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { moveClock } from '../../test/operator.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import type { PayoutAnswer } from '../provider/port.ts';
import { settlementOf } from './settlement.ts';
import { lockWithdrawal, writeSettlement } from './settlement-store.ts';
import { findWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

const app = await testApp();

const newcomer = async (): Promise<Withdrawal> => storedWithdrawal(app, await testEnvironment(app));

/** Settles without history or events, and returns what should be stored now. */
function settle({ environmentId, id }: Withdrawal, changes: Partial<PayoutAnswer>) {
  return app.db.begin(async (tx) => {
    const found = await lockWithdrawal(tx, app, environmentId, id);
    assert.ok(found);
    const { now, ...before } = found;
    const reading = { ...payoutReadingOf(before), ...changes };
    const at = { now, requestedAt: now };
    const settlement = settlementOf(before, { reading, cause: 'poll' }, at);
    await writeSettlement(tx, settlement);
    return settlement.after;
  });
}

const PAST = new Date('2026-11-21T12:00:01Z');
const IDS = { blockchainTxId: 'a'.repeat(64), pixEndToEndId: 'E1' };

const LIVES: readonly (readonly Partial<PayoutAnswer>[])[] = [
  [{ status: 'unsent' }, { status: 'sending', ...IDS }, { status: 'sent' }],
  [{ status: 'error' }, { status: 'sending' }, { status: 'refunded' }, { status: 'sent', ...IDS }],
  [{ status: 'unsent', expiresAt: PAST }, { status: 'sending' }, { status: 'sent' }],
];

test('what a settlement makes of a withdrawal is what is stored, down to every time', async () => {
  for (const life of LIVES) {
    const withdrawal = await newcomer();
    const { environmentId, id } = withdrawal;
    for (const [at, changes] of life.entries()) {
      await moveClock(app, environmentId, at * 60_000);
      const after = await settle(withdrawal, changes);
      assert.deepEqual(await findWithdrawal(app, environmentId, id), after);
    }
  }
});

test('however many steps it took, a settlement counts as one look', async () => {
  const withdrawal = await newcomer();
  await settle(withdrawal, { status: 'unsent', expiresAt: PAST });
  await settle(withdrawal, { status: 'sent' });
  const rows = await app.db`select status, looks from withdrawals where id = ${withdrawal.id}`;
  assert.deepEqual([...rows], [{ status: 'COMPLETED', looks: 2 }]);
});

test('a withdrawal that left the status it was locked in is not written', async () => {
  const before = await newcomer();
  const after = await settle(before, { status: 'sending' });
  const news = { reading: payoutReadingOf(before, { status: 'canceled' }), cause: 'poll' } as const;
  const late = settlementOf(before, news, { now: after.updatedAt, requestedAt: after.updatedAt });
  await assert.rejects(
    app.db.begin((tx) => writeSettlement(tx, late)),
    /left the status/,
  );
  assert.deepEqual(await findWithdrawal(app, before.environmentId, before.id), after);
});
