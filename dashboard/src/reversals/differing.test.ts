import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differingParts } from './differing.ts';

test('only the characters that differ are marked', () => {
  assert.deepEqual(differingParts('***.444.777-**', '***.456.777-**'), [
    { text: '***.4', differs: false },
    { text: '44', differs: true },
    { text: '.777-**', differs: false },
  ]);
});

test('a CNPJ and a CPF differ as a whole', () => {
  assert.deepEqual(differingParts('**.345.678/0001-**', '***.456.789-**'), [
    { text: '**.345.678/0001-**', differs: true },
  ]);
});

test('nothing is marked when both look alike, and no character is lost', () => {
  assert.deepEqual(differingParts('***.456.789-**', '***.456.789-**'), [
    { text: '***.456.789-**', differs: false },
  ]);
  const parts = differingParts('12345678909', '11144477735');
  assert.equal(parts.map(({ text }) => text).join(''), '12345678909');
});
