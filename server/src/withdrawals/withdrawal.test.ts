import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedSteps } from '../step.ts';
import {
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_STEPS,
  type WithdrawalStatus,
  type WithdrawalStep,
} from './withdrawal.ts';

/** Every status a step may be taken from, and where it leads; everything else is refused. */
const TABLE: Record<WithdrawalStatus, Partial<Record<WithdrawalStep, WithdrawalStatus>>> = {
  PENDING: { process: 'PROCESSING', complete: 'COMPLETED', fail: 'FAILED', expire: 'EXPIRED' },
  PROCESSING: { complete: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: {},
  FAILED: { complete: 'COMPLETED' },
  EXPIRED: { revive: 'PROCESSING' },
};

const STEPS: readonly WithdrawalStep[] = ['process', 'revive', 'complete', 'fail', 'expire'];

for (const status of WITHDRAWAL_STATUSES) {
  for (const step of STEPS) {
    const to = TABLE[status][step];
    test(`${step} from ${status} ${to === undefined ? 'is refused' : `leads to ${to}`}`, () => {
      const [taken] = allowedSteps(WITHDRAWAL_STEPS, status, [step]);
      assert.equal(taken && WITHDRAWAL_STEPS[taken].to, to);
    });
  }
}

test('every step except those into PROCESSING sends the event of its target status', () => {
  assert.deepEqual(Object.keys(WITHDRAWAL_STEPS), STEPS);
  for (const { to, event } of Object.values(WITHDRAWAL_STEPS)) {
    assert.equal(event, to === 'PROCESSING' ? undefined : `withdrawal.${to.toLowerCase()}`);
  }
});
