import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountProblem, readAmount, writeAmount } from './amount.ts';

const LANGUAGES = ['pt', 'en'] as const;

test('an amount is read however people write it', () => {
  const written: [string, number][] = [
    ['50', 5_000],
    ['50,5', 5_050],
    ['50.50', 5_050],
    ['R$ 1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234,5', 123_450],
    ['1,234,567.8', 123_456_780],
    ['1234,56', 123_456],
    ['0,01', 1],
    [' 6.000,00 ', 600_000],
  ];
  for (const [text, cents] of written) {
    for (const language of LANGUAGES) assert.equal(readAmount(text, language), cents, text);
  }
});

test('what is not an amount is none, and is never taken for another', () => {
  for (const text of ['', 'abc', '-5', '1,2,3', '1.23.456', '5,,0', '12,345,6.7x', '1e5', ',50']) {
    for (const language of LANGUAGES) assert.equal(readAmount(text, language), undefined, text);
  }
});

test('one sign before three digits is what the language says, and else is not guessed at', () => {
  assert.equal(readAmount('2.500', 'pt'), 250_000);
  assert.equal(readAmount('2,500', 'en'), 250_000);
  assert.equal(readAmount('2,500', 'pt'), undefined);
  assert.equal(readAmount('R$ 2.500', 'en'), undefined);
  assert.equal(amountProblem('2,500', 'pt'), 'unreadable');
});

test('an amount that is written is read back as it was', () => {
  for (const cents of [1, 10, 99, 100, 123_456, 600_000]) {
    for (const language of LANGUAGES) {
      assert.equal(readAmount(writeAmount(cents, language), language), cents);
    }
  }
});

test('the limits are those of an order', () => {
  assert.equal(amountProblem('', 'pt'), 'missing');
  assert.equal(amountProblem('x', 'pt'), 'unreadable');
  assert.equal(amountProblem('1,99', 'pt'), 'outOfRange');
  assert.equal(amountProblem('2', 'pt'), undefined);
  assert.equal(amountProblem('6.000', 'pt'), undefined);
  assert.equal(amountProblem('6000,01', 'pt'), 'outOfRange');
});
