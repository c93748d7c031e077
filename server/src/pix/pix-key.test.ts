import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import vectors from '../../test/vectors/pix-keys.json' with { type: 'json' };
import { isOtherKey, PIX_KEY_TYPES, type PixKeyType, readPixKey } from './pix-key.ts';

const LENGTH_ONLY = { checkDigits: false, alphanumericCnpj: false };
const EVERYTHING = { checkDigits: true, alphanumericCnpj: true };

const UUID = '019f0000-aaaa-7bbb-8ccc-0123456789ab';

const rowsOf = (type: PixKeyType) => vectors[type];

for (const type of PIX_KEY_TYPES) {
  test(`${type}: a valid key is normalized to the form that the directory stores`, () => {
    for (const { text, stored } of rowsOf(type).sound)
      assert.equal(readPixKey(type, text, LENGTH_ONLY), stored, text);
  });

  test(`${type}: an invalid key is refused`, () => {
    for (const { text, because } of rowsOf(type).unsound)
      assert.equal(readPixKey(type, text, LENGTH_ONLY), undefined, because);
  });

  test(`${type}: white space around a key is an error and is not trimmed away`, () => {
    for (const { text } of rowsOf(type).sound)
      for (const space of [' ', '\n', '\t', '\u00a0', '\u200b'])
        for (const padded of [text + space, space + text])
          assert.equal(readPixKey(type, padded, LENGTH_ONLY), undefined, JSON.stringify(padded));
  });

  test(`${type}: a normalized key is read back unchanged`, () => {
    for (const { stored } of rowsOf(type).sound)
      assert.equal(readPixKey(type, stored, LENGTH_ONLY), stored);
  });

  test(`${type}: a huge text is refused quickly`, () => {
    const huge = ['a', '.', 'a.', 'a-', 'a@a.', '@', '0', '+55', '-'].map((piece) =>
      piece.repeat(65_536 / piece.length),
    );
    const before = process.cpuUsage();
    for (const text of huge) assert.equal(readPixKey(type, text, EVERYTHING), undefined);
    assert.ok(process.cpuUsage(before).user < 500_000);
  });
}

test('the longest texts that reach a regular expression are checked quickly', () => {
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

test('a CNPJ key with letters is accepted only if allowed, and with correct check digits', () => {
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

test('lower-casing never turns a letter outside ASCII into an ASCII letter', () => {
  const kelvin = '\u212A';
  assert.equal(readPixKey('EMAIL', `${kelvin}@example.com`, LENGTH_ONLY), undefined);
  assert.equal(readPixKey('EMAIL', 'jo\u0131o@example.com', LENGTH_ONLY), undefined);
});

test('a key is another one only if both are whole keys of one type that differ', () => {
  const cases: [PixKeyType, key: string, told: string, isOther: boolean][] = [
    ['CPF', '52998224725', '529.982.247-25', false],
    ['CPF', '52998224725', '12345678909', true],
    ['CPF', '01234567890', '1234567890', false],
    ['CPF', '52998224725', '***.982.247-**', false],
    ['CNPJ', '11222333000181', '11.222.333/0001-81', false],
    ['CNPJ', '12ABC34501DE35', '12.abc.345/01de-35', false],
    ['CNPJ', '11222333000181', '12.ABC.345/01DE-35', true],
    ['PHONE', '+5511912345678', '+55 (11) 91234-5678', false],
    ['PHONE', '+5511912345678', '11912345678', false],
    ['PHONE', '+5511912345678', '+5511912345679', true],
    ['EMAIL', 'maria@example.com', 'Maria@Example.com', false],
    ['EMAIL', 'maria@example.com', 'm***a@example.com', false],
    ['EMAIL', 'ma*ia@example.com', 'ma*ia@example.com', false],
    ['EMAIL', 'maria@example.com', 'mario@example.com', true],
    ['EVP', UUID, UUID.replaceAll('-', ''), false],
    ['EVP', UUID, UUID.toUpperCase(), false],
    ['EVP', UUID, UUID.replace('1', '2'), true],
    ['EVP', UUID, 'maria@example.com', false],
    ['EVP', UUID, '', false],
  ];
  for (const [type, key, told, isOther] of cases) {
    assert.equal(isOtherKey(type, key, told), isOther, `${key} ${told}`);
  }
});

test('reading a key never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PIX_KEY_TYPES), fc.string({ unit: 'binary' }), (type, text) => {
      readPixKey(type, text, EVERYTHING);
    }),
  );
});
