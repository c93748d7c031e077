import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivalOf, maySend, wrongOf } from './arrival.ts';

const PENDING = 'PENDING' as const;
const unchecked = { state: 'unchecked', problem: null } as const;
const seen = { state: 'seen', problem: null } as const;

test('an output seen on the chain is no longer awaited, even before the provider accepts it', () => {
  assert.equal(arrivalOf({ status: PENDING, chain: unchecked }), 'awaited');
  assert.equal(arrivalOf({ status: PENDING, chain: seen }), 'seen');
  const notTaken = { state: 'confirmed', problem: 'not_taken' } as const;
  assert.equal(arrivalOf({ status: PENDING, chain: notTaken }), 'seen');
  assert.equal(arrivalOf({ status: 'PROCESSING', chain: unchecked }), 'taken');
});

test('a mismatched output is shown as wrong until the withdrawal completes', () => {
  for (const problem of ['short', 'over', 'other_asset', 'late'] as const) {
    const chain = { state: 'confirmed', problem } as const;
    assert.equal(arrivalOf({ status: PENDING, chain }), 'wrong', problem);
    assert.equal(wrongOf({ status: 'EXPIRED', chain }), problem);
    assert.equal(wrongOf({ status: 'COMPLETED', chain }), undefined, problem);
  }
});

test('sending is offered after a short payment, not after an excess, late or foreign one', () => {
  for (const problem of ['over', 'other_asset', 'late'] as const) {
    assert.equal(maySend({ status: PENDING, chain: { state: 'confirmed', problem } }), false);
  }
  assert.equal(maySend({ status: PENDING, chain: { state: 'confirmed', problem: 'short' } }), true);
});
