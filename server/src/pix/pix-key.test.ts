import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import vectors from '../../test/vectors/pix-keys.json' with { type: 'json' };
import { PIX_KEY_TYPES, type PixKeyType, readPixKey } from './pix-key.ts';

const LENGTH_ONLY = { checkDigits: false, alphanumericCnpj: false };
const EVERYTHING = { checkDigits: true, alphanumericCnpj: true };

const rowsOf = (type: PixKeyType) => vectors[type];

for (const type of PIX_KEY_TYPES) {
  test(`${type}: a sound key is read in the form that the directory stores`, () => {
    for (const { text, stored } of rowsOf(type).sound)
      assert.equal(readPixKey(type, text, LENGTH_ONLY), stored, text);
  });

  test(`${type}: a text of another form is refused`, () => {
    for (const { text, because } of rowsOf(type).unsound)
      assert.equal(readPixKey(type, text, LENGTH_ONLY), undefined, because);
  });

  test(`${type}: white space around a key is an error and is not trimmed away`, () => {
    for (const { text } of rowsOf(type).sound)
      for (const space of [' ', '\n', '\t', '\u00a0', '\u200b'])
        for (const padded of [text + space, space + text])
          assert.equal(readPixKey(type, padded, LENGTH_ONLY), undefined, JSON.stringify(padded));
  });

  test(`${type}: what is stored is read back as itself`, () => {
    for (const { stored } of rowsOf(type).sound)
      assert.equal(readPixKey(type, stored, LENGTH_ONLY), stored);
  });

  test(`${type}: a huge text is refused at once`, () => {
    const huge = ['a', '.', 'a.', 'a-', 'a@a.', '@', '0', '+55', '-'].map((piece) =>
      piece.repeat(65_536 / piece.length),
    );
    const before = process.cpuUsage();
    for (const text of huge) assert.equal(readPixKey(type, text, EVERYTHING), undefined);
    assert.ok(process.cpuUsage(before).user < 500_000);
  });
}

test('the longest texts that reach a pattern are judged quickly', () => {
  const slow = fc.stringMatching(/^[a.@-]{60,77}$/);
  const before = process.cpuUsage();
  fc.assert(
    fc.property(slow, (text) => {
      for (const type of PIX_KEY_TYPES) readPixKey(type, text, EVERYTHING);
    }),
  );
  assert.ok(process.cpuUsage(before).user < 5_000_000);
});

test('check digits of CPF and CNPJ keys count only when they are enforced', () => {
  const enforced = { checkDigits: true, alphanumericCnpj: false };
  assert.equal(readPixKey('CPF', '52998224724', LENGTH_ONLY), '52998224724');
  assert.equal(readPixKey('CPF', '52998224724', enforced), undefined);
  assert.equal(readPixKey('CPF', '52998224725', enforced), '52998224725');
  assert.equal(readPixKey('CNPJ', '11222333000180', LENGTH_ONLY), '11222333000180');
  assert.equal(readPixKey('CNPJ', '11222333000180', enforced), undefined);
});

test('a CNPJ key with letters is read only when admitted, with its check digits right', () => {
  const admitted = { checkDigits: false, alphanumericCnpj: true };
  assert.equal(readPixKey('CNPJ', '12ABC34501DE35', LENGTH_ONLY), undefined);
  assert.equal(readPixKey('CNPJ', '12ABC34501DE35', admitted), '12ABC34501DE35');
  assert.equal(readPixKey('CNPJ', '12ABC34501DE36', admitted), undefined);
  assert.equal(readPixKey('CNPJ', '12abc34501de35', admitted), undefined);
});

test('every UUID is a random key, of any version and in any case', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), (uuid, upper) => {
      const text = upper ? uuid.toUpperCase() : uuid;
      assert.equal(readPixKey('EVP', text, LENGTH_ONLY), uuid);
    }),
  );
});

test('a letter outside ASCII never turns into an ASCII letter by lower-casing', () => {
  const kelvin = '\u212A';
  assert.equal(readPixKey('EMAIL', `${kelvin}@example.com`, LENGTH_ONLY), undefined);
  assert.equal(readPixKey('EMAIL', 'jo\u0131o@example.com', LENGTH_ONLY), undefined);
});

test('no text at all makes the reader throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PIX_KEY_TYPES), fc.string({ unit: 'binary' }), (type, text) => {
      readPixKey(type, text, EVERYTHING);
    }),
  );
});
