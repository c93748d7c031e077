import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cents, MAX_AMOUNT, reais, shareOf } from './money.ts';

test('cents are safe integers and nothing else', () => {
  assert.equal(cents(200), 200);
  for (const odd of [0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)]) {
    assert.throws(() => cents(odd), TypeError);
  }
});

test('half a cent rounds up, and less than half rounds down', () => {
  const cases = [
    [25, 200, 1],
    [24, 200, 0],
    [75, 200, 2],
    [74, 200, 1],
    [600_000, 9_999, 599_940],
    [200, 0, 0],
  ] as const;
  for (const [amount, basisPoints, share] of cases) {
    assert.equal(shareOf(cents(amount), basisPoints), share);
  }
});

test('a share is exact to half a cent for every amount and percentage', () => {
  const amount = fc.integer({ min: 0, max: MAX_AMOUNT });
  const percentage = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(amount, percentage, (whole, basisPoints) => {
      const exact = BigInt(whole) * BigInt(basisPoints);
      const error = BigInt(shareOf(cents(whole), basisPoints)) * 10_000n - exact;
      assert.ok(error > -5_000n && error <= 5_000n);
    }),
  );
});

test("amounts follow each language's number format, with a non-breaking space after R$", () => {
  assert.equal(reais(123_456, 'pt'), 'R$\u00a01.234,56');
  assert.equal(reais(123_456, 'en'), 'R$\u00a01,234.56');
  assert.equal(reais(200, 'en'), 'R$\u00a02.00');
});
