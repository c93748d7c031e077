import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADVICE as OF_SDK } from '../sdk/src/errors.ts';
import { ADVICE } from '../server/src/docs/advice.ts';

test('the SDK does with a key what the page of errors says', () => {
  const wrong = Object.entries(ADVICE).filter(([code, { key }]) => {
    const done = new Map(Object.entries(OF_SDK)).get(code);
    if (done === 'same-key') return key !== 'same';
    return done === undefined || (done === 'new-key') !== (key === 'new' && !isJudged(code));
  });
  assert.deepEqual(wrong, []);
});

/** The page speaks to people, who know which of two orders they meant; the SDK does not guess. */
function isJudged(code: string): boolean {
  return code === 'idempotency_mismatch';
}
