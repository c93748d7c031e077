import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { depositFor, isNearEnough, payoutFor } from './payout.ts';

test('the provider charges 1%, at least R$ 1.00, on top of the payout', () => {
  assert.equal(depositFor(12_345), 12_470);
  assert.equal(depositFor(123_400), 124_647);
  assert.equal(depositFor(200), 300);
  assert.equal(depositFor(594_000), 600_000);
});

test('a deposit computed from a payout pays exactly that payout', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 600_000 }), (payout) => {
      assert.equal(payoutFor(depositFor(payout)), payout);
    }),
  );
});

test('a difference of 5% is tolerated, one cent more is not', () => {
  assert.ok(isNearEnough(9_500, 10_000));
  assert.ok(isNearEnough(10_500, 10_000));
  assert.ok(!isNearEnough(9_499, 10_000));
  assert.ok(!isNearEnough(10_501, 10_000));
});
