import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newWithdrawal, payoutReadingOf } from '../../test/withdrawals.ts';
import { PAYOUT_STATUSES, type PayoutAnswer } from '../provider/port.ts';
import { isNews, type Settlement, settlementOf } from './settlement.ts';
import type { Withdrawal } from './withdrawal.ts';

const WITHDRAWAL = newWithdrawal();
const NOW = new Date(WITHDRAWAL.createdAt.getTime() + 60_000);
const LATER = new Date(NOW.getTime() + 60_000);
const [FIRST, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];

function settle(
  before: Withdrawal,
  changes: Partial<PayoutAnswer>,
  now = NOW,
  requestedAt = now,
): Settlement {
  const reading = { ...payoutReadingOf(before), ...changes };
  return settlementOf(before, { reading, cause: 'poll' }, { now, requestedAt });
}

test('a reading that says nothing new changes nothing, and is no news', () => {
  const settlement = settle(WITHDRAWAL, { status: 'unsent' });
  assert.deepEqual(settlement.after, WITHDRAWAL);
  assert.deepEqual([settlement.steps, settlement.alerts, settlement.refused], [[], [], undefined]);
  assert.equal(isNews(settlement), false);
});

test('a change of the status, of the provider’s, or of an id is news', () => {
  for (const changes of [
    { status: 'sending' },
    { status: 'error' },
    { status: 'error', blockchainTxId: FIRST },
    { status: 'unsent', pixEndToEndId: 'E1' },
  ] as const) {
    assert.ok(isNews(settle(WITHDRAWAL, changes)));
  }
});

test('the first ids are kept, whatever a later reading says', () => {
  const { after } = settle(WITHDRAWAL, { blockchainTxId: FIRST, pixEndToEndId: 'E1' });
  const again = settle(after, { blockchainTxId: OTHER, pixEndToEndId: 'E2' }).after;
  assert.deepEqual([again.blockchainTxId, again.pixEndToEndId], [FIRST, 'E1']);
});

test('an expiration rounded to whole seconds is never before the creation', () => {
  const createdAt = new Date('2026-11-21T12:00:00.700Z');
  const expiresAt = new Date('2026-11-21T12:00:00.000Z');
  const { after } = settle(
    { ...WITHDRAWAL, createdAt },
    { status: 'unsent', expiresAt },
    createdAt,
  );
  assert.deepEqual(after.expiresAt, createdAt);
});

test('an expiration hours before the creation is not believed', () => {
  const expiresAt = new Date(WITHDRAWAL.createdAt.getTime() - 3 * 3_600_000);
  const { after } = settle(WITHDRAWAL, { status: 'unsent', expiresAt });
  assert.deepEqual(after, WITHDRAWAL);
});

test('a status that is not known does not outlast one that is', () => {
  const statusAfter = (providerStatus: string | null) =>
    settle({ ...WITHDRAWAL, providerStatus }, { status: 'unsent' }).after.providerStatus;
  assert.deepEqual([null, 'unknown', 'unsent', 'sending', 'error'].map(statusAfter), [
    'unsent',
    'unsent',
    'unsent',
    'sending',
    'error',
  ]);
});

test('an address or expiration missing from an answer is left unchanged', () => {
  const nothing = { depositAddress: undefined, expiresAt: undefined };
  const { after, alerts } = settle(WITHDRAWAL, { ...nothing, status: 'sent' });
  assert.deepEqual([after.status, after.expiresAt], ['COMPLETED', WITHDRAWAL.expiresAt]);
  assert.deepEqual(alerts, []);
});

test('a payout after the expiry is told step by step, each with the withdrawal after it', () => {
  const expired = settle(WITHDRAWAL, { status: 'unsent', expiresAt: WITHDRAWAL.createdAt }).after;
  const { after, steps, alerts } = settle(
    expired,
    { status: 'sent', blockchainTxId: FIRST },
    LATER,
  );
  assert.deepEqual(
    steps.map((step) => [step.from, step.to, step.event]),
    [
      ['EXPIRED', 'PROCESSING', undefined],
      ['PROCESSING', 'COMPLETED', 'withdrawal.completed'],
    ],
  );
  const [revived, completed] = steps.map((step) => step.after);
  assert.deepEqual([revived?.status, revived?.completedAt], ['PROCESSING', null]);
  assert.deepEqual([revived?.blockchainTxId, revived?.processingAt], [FIRST, LATER]);
  assert.equal(completed, after);
  assert.deepEqual([after.expiredAt, after.completedAt, after.updatedAt], [NOW, LATER, LATER]);
  assert.deepEqual(alerts, ['paid_out_late']);
});

test('the clock is what expires a withdrawal; the news causes every other step', () => {
  const { steps } = settle(WITHDRAWAL, { status: 'unsent', expiresAt: NOW });
  assert.deepEqual([steps[0]?.to, steps[0]?.cause], ['EXPIRED', 'clock']);
  for (const status of ['sending', 'sent', 'canceled'] as const) {
    assert.equal(settle(WITHDRAWAL, { status }).steps[0]?.cause, 'poll');
  }
});

test('a transition that skips PROCESSING fills in its time, and a known one is kept', () => {
  assert.deepEqual(settle(WITHDRAWAL, { status: 'sent' }).after.processingAt, NOW);
  const processing = settle(WITHDRAWAL, { status: 'sending' }).after;
  const { processingAt, completedAt } = settle(processing, { status: 'sent' }, LATER).after;
  assert.deepEqual([processingAt, completedAt], [NOW, LATER]);
});

test('a payout after a failure takes back the reason, but not the time', () => {
  const failed = settle(WITHDRAWAL, { status: 'canceled' }).after;
  assert.deepEqual([failed.failureReason, failed.failedAt], ['canceled', NOW]);
  const { after } = settle(failed, { status: 'sent' }, LATER);
  assert.deepEqual([after.status, after.failureReason, after.failedAt], ['COMPLETED', null, NOW]);
});

test('an outdated reading adds ids, and contradicts nothing', () => {
  const failed = settle(WITHDRAWAL, { status: 'refunded' }).after;
  const outdated = settle(failed, { status: 'sending', blockchainTxId: FIRST }, LATER, new Date(0));
  assert.deepEqual(outdated.after, { ...failed, blockchainTxId: FIRST });
  assert.deepEqual([outdated.alerts, outdated.refused], [[], undefined]);
  const current = settle(failed, { status: 'sending' }, LATER);
  assert.deepEqual(current.after, { ...failed, providerStatus: 'sending' });
  assert.deepEqual([current.alerts, current.refused], [['paying_out_late'], 'PROCESSING']);
});

const anyReading = fc.record({
  status: fc.constantFrom(...PAYOUT_STATUSES, 'unknown' as const),
  blockchainTxId: fc.constantFrom(undefined, FIRST, OTHER),
  expiresAt: fc.constantFrom(undefined, WITHDRAWAL.createdAt, WITHDRAWAL.expiresAt),
  passedMs: fc.constantFrom(1, 1_000, 100 * 3_600_000),
});

test('the steps lead from one end to the other, and each status has its time and reason', () => {
  fc.assert(
    fc.property(fc.array(anyReading, { maxLength: 8 }), (readings) => {
      let withdrawal: Withdrawal = WITHDRAWAL;
      let now = NOW;
      for (const { passedMs, ...changes } of readings) {
        now = new Date(now.getTime() + passedMs);
        const { after, steps } = settle(withdrawal, changes, now);
        const path = [withdrawal.status, ...steps.map(({ to }) => to)];
        assert.deepEqual(
          steps.map(({ from }) => from),
          path.slice(0, -1),
        );
        assert.equal(path.at(-1), after.status);
        for (const one of [after, ...steps.map((step) => step.after)]) assertWhole(one);
        withdrawal = after;
      }
    }),
  );
});

/** As the table's checks demand. */
function assertWhole(withdrawal: Withdrawal): void {
  const { status, processingAt, completedAt, failedAt, expiredAt, failureReason } = withdrawal;
  if (status === 'PROCESSING') assert.ok(processingAt);
  if (status === 'COMPLETED') assert.ok(processingAt && completedAt && processingAt <= completedAt);
  if (status === 'EXPIRED') assert.ok(expiredAt);
  if (status === 'FAILED') assert.ok(failedAt);
  assert.equal(failureReason !== null, status === 'FAILED');
}
