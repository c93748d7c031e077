import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountProblem, readAmount, writeAmount } from './amount.ts';

test('an amount is read however people write it', () => {
  const written: [string, number][] = [
    ['50', 5_000],
    ['50,5', 5_050],
    ['50.50', 5_050],
    ['R$ 1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['1234,56', 123_456],
    ['0,01', 1],
    [' 6.000,00 ', 600_000],
  ];
  for (const [text, cents] of written) assert.equal(readAmount(text), cents, text);
});

test('what is not an amount is none, and is never taken for another', () => {
  for (const text of ['', 'abc', '-5', '1,2,3', '1.23.456', '5,,0', '12,345,6.7x', '1e5', ',50']) {
    assert.equal(readAmount(text), undefined, text);
  }
});

test('an amount that is written is read back as it was', () => {
  for (const cents of [1, 10, 99, 100, 123_456, 600_000]) {
    for (const language of ['pt', 'en'] as const) {
      assert.equal(readAmount(writeAmount(cents, language)), cents);
    }
  }
});

test('the limits are those of an order', () => {
  assert.equal(amountProblem(''), 'missing');
  assert.equal(amountProblem('x'), 'unreadable');
  assert.equal(amountProblem('1,99'), 'outOfRange');
  assert.equal(amountProblem('2'), undefined);
  assert.equal(amountProblem('6.000'), undefined);
  assert.equal(amountProblem('6000,01'), 'outOfRange');
});
