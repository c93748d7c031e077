import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, stateOf } from './outcome.ts';

const counts = {
  compared: 3,
  matched: 3,
  missingAtProvider: 0,
  missingOnChain: 0,
  amountDiffers: 0,
  waiting: 0,
};

test('a difference takes precedence over waiting, and waiting over matched', () => {
  assert.equal(stateOf(counts), 'matched');
  assert.equal(stateOf({ ...counts, matched: 2, waiting: 1 }), 'waiting');
  assert.equal(stateOf({ ...counts, matched: 1, waiting: 1, missingOnChain: 1 }), 'differs');
});

test('a difference found by several comparisons is listed once', () => {
  const difference = { depositId: 'dep_1', kind: 'missing_on_chain' as const };
  const other = { depositId: 'dep_1', kind: 'amount_differs' as const };
  const result = { ...counts, id: 'rec_1', sweep: 'two_days' as const, complete: true };
  const at = { from: '', to: '', beganAt: '', finishedAt: '' };
  const results = [[difference], [other, difference], []].map((differences) => {
    return { ...result, ...at, differences };
  });
  assert.deepEqual(differencesOf(results), [difference, other]);
});
