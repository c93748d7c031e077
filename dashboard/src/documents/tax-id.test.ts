import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anotherTaxId, formatTaxId, plainTaxId, taxIdProblem } from './tax-id.ts';

test('CPF and CNPJ are accepted with or without punctuation and with invisible characters', () => {
  for (const text of ['12345678909', '123.456.789-09', '11222333000181', '11.222.333/0001-81']) {
    assert.equal(taxIdProblem(text), undefined, text);
  }
  for (const text of [
    '529.982.247\u201125',
    '\u202a529 982 247–25\u202c',
    '５２９９８２２４７２５',
  ]) {
    assert.equal(plainTaxId(text), '52998224725', text);
  }
  assert.equal(plainTaxId(' 11.222.333/0001-81 '), '11222333000181');
});

test('each kind of mistake is reported as its own problem', () => {
  assert.equal(taxIdProblem(' '), 'missing');
  assert.equal(taxIdProblem('1234567890'), 'short');
  assert.equal(taxIdProblem('123456789012'), 'short');
  assert.equal(taxIdProblem('112223330001811'), 'long');
  assert.equal(taxIdProblem('12345678900'), 'digits');
  assert.equal(taxIdProblem('11111111111'), 'digits');
  assert.equal(taxIdProblem('1234567890A'), 'letters');
  assert.equal(taxIdProblem('maria@ex'), 'letters');
});

test('a valid alphanumeric CNPJ and the test CPF for a decline are accepted', () => {
  assert.equal(taxIdProblem('12.abc.345/01de-35'), undefined);
  assert.equal(taxIdProblem('12.abc.345/01de-36'), 'digits');
  assert.equal(taxIdProblem('12.abc.345/01de-3a'), 'digits');
  assert.equal(taxIdProblem('00000000001'), undefined);
});

test('a complete document is formatted with punctuation, an incomplete one is left as typed', () => {
  assert.equal(formatTaxId('12345678909'), '123.456.789-09');
  assert.equal(formatTaxId('12abc34501de35'), '12.ABC.345/01DE-35');
  assert.equal(formatTaxId('1234'), '1234');
  assert.equal(formatTaxId('***.456.789-**'), '***.456.789-**');
  assert.equal(formatTaxId('**.345.678/****-**'), '**.345.678/****-**');
});

test("the substitute tax id never matches the payer's", () => {
  assert.equal(anotherTaxId('***.444.777-**'), '52998224725');
  for (const payer of ['***.982.247-**', '***.456.789-**', '**.222.333/****-**']) {
    assert.equal(anotherTaxId(payer), '11144477735', payer);
  }
});
