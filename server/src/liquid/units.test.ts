import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cents } from '../money.ts';
import { toBaseUnits, toWholeCents } from './units.ts';

const amount = fc.maxSafeNat().map(cents);

test('a cent is a million base units', () => {
  assert.equal(toBaseUnits(cents(1)), 1_000_000n);
  assert.equal(toBaseUnits(cents(600_000)), 600_000_000_000n);
});

test('every amount in cents survives the way to base units and back', () => {
  fc.assert(fc.property(amount, (value) => toWholeCents(toBaseUnits(value)) === value));
});

test('a part of a cent is never counted as received', () => {
  const part = fc.bigInt(0n, 999_999n);
  fc.assert(
    fc.property(amount, part, (value, rest) => toWholeCents(toBaseUnits(value) + rest) === value),
  );
});

test('negative units and more cents than a number holds are refused', () => {
  assert.throws(() => toWholeCents(-1n), RangeError);
  assert.throws(() => toWholeCents(2n ** 80n), TypeError);
});
