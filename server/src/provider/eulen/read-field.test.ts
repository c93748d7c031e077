import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDate, toName, toTaxId, toWebUrl } from './read-field.ts';

test('a tax ID sent as a number gets its leading zeros back only if that is unambiguous', () => {
  assert.equal(toTaxId(12_345_678_909), '12345678909');
  assert.equal(toTaxId(1_234_567_890), '01234567890');
  assert.equal(toTaxId(11_222_333_000_181), '11222333000181');
  assert.equal(toTaxId(191), undefined, 'a CPF, or the CNPJ of a bank');
  for (const odd of [12_345_678_901, 0, -1, 1.5, 1e300, NaN, 11_111_111_111, true, {}, []]) {
    assert.equal(toTaxId(odd), undefined, String(odd));
  }
});

test('a tax ID is read without its punctuation, like those of our API, unless it is masked', () => {
  assert.equal(toTaxId('123.456.789-09'), '12345678909');
  assert.equal(toTaxId('12.abc.345/01de-35'), '12ABC34501DE35');
  assert.equal(toTaxId('12345678909   '), '12345678909', 'padded to the length of a CNPJ');
  for (const asItIs of ['***.456.789-**', '123.456.789', '12345678909']) {
    assert.equal(toTaxId(asItIs), asItIs);
  }
});

test('a CPF with zeros up to the length of a CNPJ is read as the CPF, unless it is a CNPJ, too', () => {
  assert.equal(toTaxId('00012345678909'), '12345678909');
  assert.equal(toTaxId('000.123.456.789-09'), '12345678909');
  for (const asItIs of ['00012345678901', '00000000000191', '00034567809']) {
    assert.equal(toTaxId(asItIs), asItIs);
  }
});

test('a name or tax ID is truncated to the documented length, without invisible characters', () => {
  const long = 'x'.repeat(500_000);
  assert.deepEqual([toName(long)?.length, toTaxId(long)?.length], [1_000, 1_000]);
  assert.equal(toName('MARIA\u202e\u0000 DA CONCEI\u00c7\u00c3O'), 'MARIA DA CONCEI\u00c7\u00c3O');
  const whole = '\u{1f600}'.repeat(500);
  assert.equal(toName(`${whole}x`), whole);
  assert.equal(toName(`x${whole}`), `x${'\u{1f600}'.repeat(499)}`, 'half an emoji is left out');
  for (const none of ['', '\u0000', 5, {}, null]) assert.equal(toName(none), undefined);
});

test('a time without a time zone is refused', () => {
  assert.deepEqual(toDate('2025-03-05T14:33:56-03:00'), new Date('2025-03-05T17:33:56Z'));
  assert.deepEqual(toDate('2026-01-01T12:00:00.000Z'), new Date('2026-01-01T12:00:00Z'));
  for (const text of ['2025-03-05T14:33:56', '2025-03-05', '2025-13-05T14:33:56Z', '1', '']) {
    assert.equal(toDate(text), undefined, text);
  }
});

test('a time of any precision is read to the millisecond, with or without a colon in its zone', () => {
  const whole = new Date('2026-12-23T02:47:14Z');
  const fine = new Date('2026-12-23T02:47:14.123Z');
  for (const text of ['2026-12-23T02:47:14+0000', '2026-12-22T23:47:14-0300']) {
    assert.deepEqual(toDate(text), whole, text);
  }
  for (const digits of ['123', '1234567', '123999999', `123${'9'.repeat(100)}`]) {
    assert.deepEqual(toDate(`2026-12-23T02:47:14.${digits}Z`), fine, digits);
    assert.deepEqual(toDate(`2026-12-22T23:47:14.${digits}-0300`), fine, digits);
  }
  for (const rest of ['', '.', '.Z', ':Z', '.12:Z', '.1.2Z', '+00', '+00000', '+00::00', 'Z00']) {
    assert.equal(toDate(`2026-12-23T02:47:14${rest}`), undefined, rest);
  }
});

test('a time in an implausible year is refused', () => {
  for (const text of [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '3000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999-12:00',
  ]) {
    assert.equal(toDate(text), undefined, text);
  }
});

test('a URL must be an http or https one without credentials', () => {
  for (const url of ['https://bank.example/r/1?a=b#c', 'http://127.0.0.1:4010/receipts/1']) {
    assert.equal(toWebUrl(url), url);
  }
  assert.equal(
    toWebUrl('https://bank.example/á\u202e"<'),
    'https://bank.example/%C3%A1%E2%80%AE%22%3C',
  );
  for (const odd of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '/receipts/1',
    'https://user@bank.example/',
    'https://user:secret@bank.example/',
    `https://bank.example/${'x'.repeat(2_048)}`,
    '',
    7,
    {},
    null,
  ]) {
    assert.equal(toWebUrl(odd), undefined, String(odd).slice(0, 50));
  }
});
