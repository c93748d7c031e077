import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountProblem, readAmount, writeAmount } from './amount.ts';

const LANGUAGES = ['pt', 'en'] as const;

test('amounts are parsed in every common notation, as on the payment page', () => {
  const written: Record<string, number> = {
    '50': 5_000,
    ' 50 ': 5_000,
    '50,00': 5_000,
    '50.00': 5_000,
    '50,5': 5_050,
    '50,': 5_000,
    ',50': 50,
    '0050': 5_000,
    '0,01': 1,
    '2': 200,
    '6000': 600_000,
    ' 6.000,00 ': 600_000,
    '1234.5': 123_450,
    '1234,56': 123_456,
    '1.234,56': 123_456,
    '1.234,5': 123_450,
    '1,234.56': 123_456,
    '1,234,567.8': 123_456_780,
    'R$ 1.234,56': 123_456,
    r$50: 5_000,
    'R$\u00a050,00': 5_000,
    '50 reais': 5_000,
    '1 234,56': 123_456,
    '5０': 5_000,
    '\u202a50,00\u202c': 5_000,
    'R$\u00a01.234,56\u200b': 123_456,
  };
  for (const [text, cents] of Object.entries(written)) {
    for (const language of LANGUAGES) assert.equal(readAmount(text, language), cents, text);
  }
});

test('malformed and ambiguous amounts are rejected', () => {
  for (const [text, language] of [
    ['1,234', 'pt'],
    ['1.234', 'en'],
    ['0.500', 'pt'],
    ['1.23.4', 'pt'],
    ['1.23.456', 'en'],
    ['1.2345', 'pt'],
    ['1,2,3', 'en'],
    ['5,,0', 'pt'],
    ['1.234.56', 'pt'],
    ['12.34,56', 'pt'],
    ['1.234,567', 'pt'],
    ['12,345,6.7x', 'en'],
    ['50 00', 'pt'],
    ['50 60', 'pt'],
    ['1 234 56', 'pt'],
    ['5R$0', 'pt'],
    ['50 R$', 'pt'],
    ['-50', 'pt'],
    ['+50', 'pt'],
    ['5e3', 'pt'],
    ['0x50', 'pt'],
    ['NaN', 'en'],
    ['٥٠', 'pt'],
    ['cinquenta', 'pt'],
    [',', 'pt'],
    ['US$ 50', 'en'],
    ["50'00", 'pt'],
  ] as const) {
    assert.equal(readAmount(text, language), undefined, text);
    assert.equal(amountProblem(text, language), 'unreadable', text);
  }
});

test('an empty amount is distinguished from an unreadable one', () => {
  for (const text of ['', ' ', 'R$', '\u200b']) {
    assert.equal(readAmount(text, 'pt'), undefined, text);
    assert.equal(amountProblem(text, 'pt'), 'missing', text);
  }
});

test('a lone separator before three digits follows the language, and is rejected otherwise', () => {
  assert.equal(readAmount('2.500', 'pt'), 250_000);
  assert.equal(readAmount('2,500', 'en'), 250_000);
  assert.equal(readAmount('2,500', 'pt'), undefined);
  assert.equal(readAmount('R$ 2.500', 'en'), undefined);
  assert.equal(amountProblem('2,500', 'pt'), 'unreadable');
});

test('a formatted amount parses back to the same value', () => {
  for (const cents of [1, 10, 99, 100, 123_456, 600_000]) {
    for (const language of LANGUAGES) {
      assert.equal(readAmount(writeAmount(cents, language), language), cents);
    }
  }
});

test('the amount limits are those of an order', () => {
  assert.equal(amountProblem('x', 'pt'), 'unreadable');
  assert.equal(amountProblem('1,99', 'pt'), 'outOfRange');
  assert.equal(amountProblem('2', 'pt'), undefined);
  assert.equal(amountProblem('6.000', 'pt'), undefined);
  assert.equal(amountProblem('6000,01', 'pt'), 'outOfRange');
  for (const digits of [14, 18, 63]) {
    assert.equal(amountProblem('9'.repeat(digits), 'pt'), 'outOfRange', `${digits} digits`);
  }
});
