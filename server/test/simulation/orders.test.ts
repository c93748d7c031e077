import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAccepted } from '../../src/deposits/decide.ts';
import type { Deposit, DepositStatus } from '../../src/deposits/deposit.ts';
import { settlementOf } from '../../src/deposits/settlement.ts';
import type { ChargeStatus } from '../../src/provider/port.ts';
import { newDeposit, readingOf } from '../deposits.ts';

/** Five statuses of one charge each; its transaction, if any, is known from the fourth on. */
const LIVES: readonly (readonly [readonly ChargeStatus[], DepositStatus, readonly string[]])[] = [
  [
    ['pending', 'under_review', 'approved', 'depix_sent', 'refunded'],
    'REFUNDED',
    ['deposit.confirmed', 'deposit.refunded'],
  ],
  [
    ['pending', 'under_review', 'delayed', 'approved', 'depix_sent'],
    'CONFIRMED',
    ['deposit.confirmed'],
  ],
  [['pending', 'under_review', 'error', 'pending', 'canceled'], 'FAILED', ['deposit.failed']],
];

/** Every order in which all five are reported, with one of them repeated. */
function* ordersOf(count: number, reported: readonly number[] = []): Generator<readonly number[]> {
  const isWhole = new Set(reported).size === count;
  if (isWhole) yield reported;
  if (reported.length > count) return;
  for (let next = 0; next < count; next += 1) yield* ordersOf(count, [...reported, next]);
}

for (const [life, end, kinds] of LIVES) {
  test(`in every order with one status repeated, ${life.join(', ')} ends ${end} with one set of events`, () => {
    let orders = 0;
    for (const order of ordersOf(life.length)) {
      orders += 1;
      const result = settleAll(life, order);
      assert.equal(result.status, end, order.join());
      assert.deepEqual(result.kinds, kinds, order.join());
    }
    assert.ok(orders >= 1_000);
  });
}

const DEPOSIT = newDeposit();

function settleAll(life: readonly ChargeStatus[], order: readonly number[]) {
  let deposit: Deposit = DEPOSIT;
  let acceptedBefore = false;
  const kinds: string[] = [];
  for (const place of order) {
    const status = life[place] ?? 'unknown';
    const isSent = life.slice(0, place + 1).includes('depix_sent');
    const reading = readingOf(DEPOSIT, { status, blockchainTxId: isSent ? 'ab' : undefined });
    const circumstances = {
      acceptedBefore,
      paymentFiled: false,
      confirmOn: 'accepted',
      now: DEPOSIT.createdAt,
      requestedAt: DEPOSIT.createdAt,
    } as const;
    const { after, steps } = settlementOf(deposit, { reading, cause: 'poll' }, circumstances);
    kinds.push(...steps.flatMap(({ event = [] }) => event));
    deposit = after;
    acceptedBefore ||= isAccepted(status);
  }
  return { status: deposit.status, kinds };
}
