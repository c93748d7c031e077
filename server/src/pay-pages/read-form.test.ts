import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cents } from '../money.ts';
import { readAmount, readAttempt, readDocument, readForm, rewriteAmount } from './read-form.ts';

const CPF = '12345678909';
const CNPJ = '11222333000181';
const LETTERED = '12ABC34501DE35';
const RULES = { mode: 'test', taxIds: { alphanumericCnpj: false } } as const;

test('an amount is read in the usual notations, in either language', () => {
  const both: Record<string, number> = {
    '50': 5_000,
    ' 50 ': 5_000,
    '50,00': 5_000,
    '50.00': 5_000,
    '50,5': 5_050,
    '50,': 5_000,
    '0050': 5_000,
    '2': 200,
    '6000': 600_000,
    '1234.5': 123_450,
    '1234,56': 123_456,
    '1.234,56': 123_456,
    '1,234.56': 123_456,
    'R$ 1.234,56': 123_456,
    r$50: 5_000,
    'R$\u00a050,00': 5_000,
    '50 reais': 5_000,
    '1 234,56': 123_456,
    '5０': 5_000,
    '\u202a50,00\u202c': 5_000,
    'R$\u00a01.234,56\u200b': 123_456,
    '1.234,5': 123_450,
    ' 6.000,00 ': 600_000,
  };
  for (const [text, sum] of Object.entries(both)) {
    assert.equal(readAmount(text, 'pt'), sum, text);
    assert.equal(readAmount(text, 'en'), sum, text);
  }
});

test('an amount is rewritten for the other language, and an unreadable one is left as it is', () => {
  assert.equal(rewriteAmount('1.234', 'pt', 'en'), '1234.00');
  assert.equal(rewriteAmount('1,234.5', 'en', 'pt'), '1234,50');
  assert.equal(rewriteAmount('1.234', 'pt', 'pt'), '1.234');
  for (const text of ['', '1.234', 'abc']) assert.equal(rewriteAmount(text, 'en', 'pt'), text);
});

test('the language decides about an ambiguous separator, and any other notation is unreadable', () => {
  assert.equal(readAmount('1.234', 'pt'), 123_400);
  assert.equal(readAmount('1,234', 'en'), 123_400);
  for (const [text, language] of [
    ['1,234', 'pt'],
    ['1.234', 'en'],
    ['0.500', 'pt'],
    ['1.23.4', 'pt'],
    ['1.2345', 'pt'],
    ['1,2,3', 'en'],
    ['1.234.56', 'pt'],
    ['12.34,56', 'pt'],
    ['1.234,567', 'pt'],
    ['50 00', 'pt'],
    ['50 60', 'pt'],
    ['1 234 56', 'pt'],
    ['5R$0', 'pt'],
    ['50 R$', 'pt'],
    ['1.23.456', 'en'],
    ['5,,0', 'pt'],
    ['12,345,6.7x', 'en'],
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
    assert.equal(readAmount(text, language), 'unreadable', text);
  }
});

test('an empty amount is reported as missing, and one out of range as such, however long', () => {
  for (const text of ['', ' ', 'R$', '\u200b']) assert.equal(readAmount(text, 'pt'), 'missing');
  for (const text of ['0', '1,99', '6000,01', '6.000,01', '9'.repeat(60), ',50', '0,02']) {
    assert.equal(readAmount(text, 'pt'), 'range', text);
  }
});

test('every amount that Intl.NumberFormat writes is read back as the same cents', () => {
  const styles = [
    ['pt', 'pt-BR', true],
    ['en', 'en-US', true],
    ['pt', 'pt-BR', false],
    ['en', 'en-US', false],
  ] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 600_000 }),
      fc.constantFrom(...styles),
      (sum, style) => {
        const [language, locale, useGrouping] = style;
        const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping });
        return readAmount(format.format(sum / 100), language) === sum;
      },
    ),
  );
});

test('any text is read as an amount in range or reported as a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('pt', 'en'), (text, language) => {
      const read = readAmount(text, language);
      return typeof read === 'string' || (Number.isInteger(read) && read >= 200 && read <= 600_000);
    }),
  );
});

test('a document is read with dots, spaces and unusual hyphens', () => {
  for (const text of [
    CPF,
    '123.456.789-09',
    ' 123 456 789 09 ',
    '123.456.789–09',
    '123\u200b456789\u00a009\ufeff',
    '１２３４５６７８９０９',
  ]) {
    assert.deepEqual(readDocument(text, 'cpf', RULES), { kind: 'cpf', taxId: CPF }, text);
  }
  assert.deepEqual(readDocument('11.222.333/0001-81', 'cnpj', RULES), {
    kind: 'cnpj',
    taxId: CNPJ,
  });
});

test('the length of a document decides its kind, whichever was chosen', () => {
  assert.deepEqual(readDocument('11.222.333/0001-81', 'cpf', RULES), { kind: 'cnpj', taxId: CNPJ });
  assert.deepEqual(readDocument(CPF, 'cnpj', RULES), { kind: 'cpf', taxId: CPF });
});

test('check digits are always enforced, except for the CPF of the sandbox in test mode', () => {
  assert.deepEqual(readDocument('12345678900', 'cpf', RULES), { kind: 'cpf', fault: 'cpf_digits' });
  assert.deepEqual(readDocument('11111111111', 'cpf', RULES), { kind: 'cpf', fault: 'cpf_digits' });
  assert.deepEqual(readDocument('11222333000180', 'cnpj', RULES), {
    kind: 'cnpj',
    fault: 'cnpj_digits',
  });
  const rehearsed = '000.000.000-01';
  assert.deepEqual(readDocument(rehearsed, 'cpf', RULES), { kind: 'cpf', taxId: '00000000001' });
  assert.deepEqual(readDocument(rehearsed, 'cpf', { ...RULES, mode: 'live' }), {
    kind: 'cpf',
    fault: 'cpf_digits',
  });
});

test('a CNPJ with letters is accepted only if the operator allows it', () => {
  const lower = '12.abc.345/01de-35';
  assert.deepEqual(readDocument(lower, 'cnpj', RULES), { kind: 'cnpj', fault: 'cnpj_letters' });
  const admitted = { ...RULES, taxIds: { alphanumericCnpj: true } };
  assert.deepEqual(readDocument(lower, 'cpf', admitted), { kind: 'cnpj', taxId: LETTERED });
  assert.deepEqual(readDocument('12ABC34501DE36', 'cnpj', admitted), {
    kind: 'cnpj',
    fault: 'cnpj_digits',
  });
});

test('a text that is neither is reported as a fault of the kind that was chosen', () => {
  const faults = (text: string) =>
    (['cpf', 'cnpj'] as const).map((kind) => readDocument(text, kind, RULES).fault);
  assert.deepEqual(faults(''), ['missing', 'missing']);
  assert.deepEqual(faults(' - '), ['missing', 'missing']);
  assert.deepEqual(faults('1234567890'), ['cpf_short', 'cnpj_short']);
  assert.deepEqual(faults('123456789012'), ['cpf_digits', 'cnpj_short']);
  assert.deepEqual(faults('123456789012345'), ['cpf_digits', 'cnpj_digits']);
  assert.deepEqual(faults('abc'), ['cpf_digits', 'cnpj_letters']);
  assert.deepEqual(faults('<script>'), ['cpf_digits', 'cnpj_digits']);
  assert.deepEqual(faults('١٢٣٤٥٦٧٨٩٠٩'), ['cpf_digits', 'cnpj_digits']);
});

test('any text is read as a tax ID or reported as a fault', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('cpf', 'cnpj'), (text, kind) => {
      const read = readDocument(text, kind, RULES);
      return read.fault !== undefined || /^(\d{11}|\d{14})$/.test(read.taxId);
    }),
  );
});

test('a link with a fixed amount ignores the field, and of repeated fields the first counts', () => {
  const rules = { ...RULES, language: 'pt', amountCents: null } as const;
  const said = (text: string) => new URLSearchParams(text);
  const open = readForm(said(`amount=50&amount=60&document=${CPF}&document=1`), rules);
  assert.deepEqual(open.order, { amountCents: 5_000, taxId: CPF });
  const fixed = { ...rules, amountCents: cents(700) };
  const read = readForm(said(`amount=abc&document=${CPF}`), fixed);
  assert.deepEqual(read.order, { amountCents: 700, taxId: CPF });
  assert.deepEqual(readForm(said(''), rules).faults, [
    { field: 'amount', kind: 'missing' },
    { field: 'document', kind: 'missing' },
  ]);
  assert.equal(readForm(said(`document=${'9'.repeat(8_000)}`), rules).typed.document.length, 64);
});

test('an attempt keeps its ID if that is well formed, and gets a new one otherwise', () => {
  assert.equal(readAttempt('abcd-EF_12'), 'abcd-EF_12');
  for (const text of [
    null,
    '',
    'short',
    'a'.repeat(65),
    "x'; drop--",
    'abcdefgh\t',
    'ção-ção-ção',
  ]) {
    assert.match(readAttempt(text), /^[A-Za-z0-9_-]{22}$/);
    assert.notEqual(readAttempt(text), readAttempt(text));
  }
});
