import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import vectors from '../../test/vectors/tax-ids.json' with { type: 'json' };
import { cnpjFits, compareTaxIds, cpfFits, maskAnyTaxId, maskTaxId, taxIdFits } from './tax-id.ts';

const LENGTH_ONLY = { checkDigits: false, alphanumericCnpj: false };
const CHECKED = { checkDigits: true, alphanumericCnpj: false };
const LETTERS = { checkDigits: false, alphanumericCnpj: true };
const EVERYTHING = { checkDigits: true, alphanumericCnpj: true };

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${length}}$`), { size: 'max' });
const letters = fc.stringMatching(/^[0-9A-Z]{12}[0-9]{2}$/);

test('by default any 11 or 14 digits are a tax ID, whatever their check digits', () => {
  fc.assert(fc.property(digits(11), (text) => taxIdFits(text, LENGTH_ONLY)));
  fc.assert(fc.property(digits(14), (text) => taxIdFits(text, LENGTH_ONLY)));
  assert.ok(taxIdFits('00000000001', LENGTH_ONLY));
});

test('a text of another format is refused under every rule', () => {
  const bad = ['', '1234567890', '123456789012', '123456789090', '529.982.247-25', ' 52998224725']
    .concat([
      '52998224725\n',
      '５２９９８２２４７２５',
      '5299822472a',
      '112223330001811',
      '-1234567890',
    ])
    .concat(['11.222.333/0001-81', '1.2998224725', '1'.repeat(65_536)]);
  for (const rules of [LENGTH_ONLY, CHECKED, LETTERS, EVERYTHING])
    for (const text of bad) assert.equal(taxIdFits(text, rules), false, text.slice(0, 20));
});

test('known valid numbers pass and known invalid ones fail when check digits are enforced', () => {
  for (const text of vectors.cpf.sound) assert.ok(cpfFits(text, CHECKED), text);
  for (const text of vectors.cnpj.numeric) assert.ok(cnpjFits(text, CHECKED), text);
  for (const text of vectors.cnpj.alphanumeric) assert.ok(cnpjFits(text, EVERYTHING), text);
  for (const { text } of [...vectors.cpf.unsound, ...vectors.cnpj.unsound])
    assert.equal(taxIdFits(text, EVERYTHING), false, text);
});

test('exactly one pair of check digits fits a base', () => {
  const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
  const fitting = (base: string) => pairs.filter((pair) => taxIdFits(base + pair, EVERYTHING));
  assert.deepEqual(fitting('123456789'), ['09']);
  assert.deepEqual(fitting('112223330001'), ['81']);
  assert.deepEqual(fitting('12ABC34501DE'), ['35']);
  assert.deepEqual(
    fitting('111111111'),
    [],
    'a repeated digit is refused although its check digits match',
  );
});

test('a number of one repeated digit is refused when check digits are enforced', () => {
  for (const digit of '0123456789') {
    assert.equal(taxIdFits(digit.repeat(11), CHECKED), false);
    assert.equal(taxIdFits(digit.repeat(14), CHECKED), false);
  }
});

test('a CNPJ with letters is accepted only if allowed, and with correct check digits', () => {
  assert.equal(taxIdFits('12ABC34501DE35', LENGTH_ONLY), false);
  assert.equal(taxIdFits('12ABC34501DE35', CHECKED), false);
  assert.equal(taxIdFits('12ABC34501DE35', LETTERS), true);
  assert.equal(taxIdFits('12ABC34501DE36', LETTERS), false);
  assert.equal(taxIdFits('11222333000180', LETTERS), true, 'a numeric one keeps its own rule');
});

test('a CNPJ is not normalized: lower-case letters are refused', () => {
  assert.equal(taxIdFits('12abc34501de35', EVERYTHING), false);
});

test('a repeated letter is allowed, since no authority forbids it', () => {
  assert.equal(taxIdFits('AAAAAAAAAAAA45', EVERYTHING), true);
});

test('another implementation agrees on every number of the right format', () => {
  // Random digits; in half of the cases brute force makes the last two right.
  const repaired = (text: string, make: boolean) => {
    if (!make) return text;
    const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));
    const pair = pairs.find((end) => taxIdFits(text.slice(0, -2) + end, EVERYTHING));
    return text.slice(0, -2) + (pair ?? text.slice(-2));
  };
  fc.assert(
    fc.property(digits(11), fc.boolean(), (base, make) => {
      const text = repaired(base, make);
      assert.equal(cpfFits(text, CHECKED), isValidCpf(text));
    }),
  );
  fc.assert(
    fc.property(fc.oneof(digits(14), letters), fc.boolean(), (base, make) => {
      const text = repaired(base, make);
      assert.equal(cnpjFits(text, EVERYTHING), isValidCnpj(text, { version: 2 }));
    }),
  );
});

test('tax IDs are compared without punctuation, white space and case', () => {
  assert.equal(compareTaxIds('52998224725', '529.982.247-25'), 'same');
  assert.equal(compareTaxIds('12ABC34501DE35', '12.abc.345/01de-35'), 'same');
  assert.equal(compareTaxIds('52998224725', ' 529 982 247 25\t'), 'same');
  assert.equal(compareTaxIds('52998224725', '11144477735   '), 'different', 'padded to 14');
  assert.equal(compareTaxIds('52998224725', '11144477735'), 'different');
  assert.equal(compareTaxIds('52998224725', '11222333000181'), 'different');
});

test('the letters of a CNPJ are compared too', () => {
  assert.equal(compareTaxIds('12ABC34501DE35', '12XYZ34501DE35'), 'different');
  assert.equal(compareTaxIds('12ABC34501DE35', '123450135'), 'unknown');
});

test("comparing a masked, empty or malformed tax ID gives 'unknown'", () => {
  for (const text of ['***.982.247-**', '', '5299822472', 'n/a', '*'.repeat(11)]) {
    assert.equal(compareTaxIds(text, '52998224725'), 'unknown');
    assert.equal(compareTaxIds('52998224725', text), 'unknown');
    assert.equal(compareTaxIds(text, text), 'unknown');
  }
});

test('a masked tax ID shows only its middle digits', () => {
  assert.equal(maskTaxId('52998224725'), '***.982.247-**');
  assert.equal(maskTaxId('12ABC34501DE35'), '**.ABC.345/****-**');
});

test('a text is shown as it is only if it is a masked tax ID', () => {
  for (const masked of ['***.982.247-**', '529.***.***-25', '**.ABC.345/****-**', '***982247**'])
    assert.equal(maskAnyTaxId(masked), masked);
  assert.equal(maskAnyTaxId('529.982.247-2*'), '***.982.247-**');
  assert.equal(maskAnyTaxId('52998224725 ***'), '**.998.224/****-**');
  for (const text of ['52998224725*', 'Maria Souza *', 'MARIA SOUZA', ''])
    assert.equal(maskAnyTaxId(text), '***', text);
});
