import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  guessType,
  holderOf,
  isCpfOrPhone,
  isOfAnother,
  isWrongKey,
  keyProblem,
  normalKey,
  settleKey,
} from './pix-key.ts';

const EVP = '123e4567-e89b-42d3-a456-426614174000';

test('the type of a Pix key is guessed from its form', () => {
  const guesses = [
    ['maria@example.com', 'EMAIL'],
    ['123.456.789-09', 'CPF'],
    ['12345678909', 'CPF'],
    ['11222333000181', 'CNPJ'],
    ['11.222.333/0001-81', 'CNPJ'],
    ['12.abc.345/01de-35', 'CNPJ'],
    ['+55 11 98765-4321', 'PHONE'],
    ['(11) 98765-4321', 'PHONE'],
    ['11987654321', 'PHONE'],
    ['1132654321', 'PHONE'],
    // There is no such area code, and no such landline.
    ['52998224724', 'CPF'],
    ['1234567890', 'PHONE'],
    ['1112345678', undefined],
    [EVP, 'EVP'],
    ['', undefined],
    ['maria', undefined],
  ] as const;
  for (const [text, type] of guesses) assert.equal(guessType(text), type, text);
});

test('a number valid as CPF and as phone stays undecided unless its punctuation decides', () => {
  assert.equal(guessType('11987654374'), undefined);
  assert.equal(isCpfOrPhone('11987654374'), true);
  assert.equal(guessType('119.876.543-74'), 'CPF');
  for (const phone of ['11 98765-4374', '11 98765 4374', '(11) 98765-4374', '+5511987654374']) {
    assert.equal(guessType(phone), 'PHONE', phone);
  }
  assert.equal(isCpfOrPhone('11987654321'), false);
  const asked = settleKey({ key: '11987654374', type: '', isTypeChosen: false });
  assert.deepEqual(asked, { key: '11987654374', type: '' });
});

test('a phone with the country’s code needs no plus, and a random key may have spaces', () => {
  for (const [text, type, key] of [
    ['5511987654321', 'PHONE', '+5511987654321'],
    ['55 (11) 98765-4321', 'PHONE', '+5511987654321'],
    ['551132654321', 'PHONE', '+551132654321'],
    [EVP.replaceAll('-', ' '), 'EVP', EVP],
    [EVP.replaceAll('-', ' - '), 'EVP', EVP],
    [EVP.replaceAll('-', '').replaceAll(/(....)/g, '$1 '), 'EVP', EVP],
    ['123E4567-E89B-42D3-A456-\n426614174000', 'EVP', EVP],
  ] as const) {
    assert.deepEqual(settleKey({ key: text, type: '', isTypeChosen: false }), { key, type }, text);
    assert.equal(isWrongKey(type, text), false, text);
  }
  // An area code that does not exist, a CNPJ that lacks a digit, a random key that lacks one.
  for (const text of ['5510987654321', '55.119.876/5432-1', '11222333000', `${EVP.slice(0, -1)}`]) {
    assert.notEqual(guessType(text), 'PHONE', text);
  }
  assert.equal(isWrongKey('EVP', EVP.replaceAll('-', ' ').slice(1)), true);
  assert.equal(guessType('55987654321'), 'PHONE');
});

test('a key is normalized to the form of the Pix directory', () => {
  assert.equal(normalKey('CPF', '123.456.789-09'), '12345678909');
  assert.equal(normalKey('PHONE', '(11) 98765-4321'), '+5511987654321');
  assert.equal(normalKey('PHONE', '+55 (11) 98765-4321'), '+5511987654321');
  assert.equal(normalKey('EMAIL', ' Maria@Example.com '), 'maria@example.com');
  assert.equal(normalKey('EVP', EVP.toUpperCase()), EVP);
  assert.equal(normalKey('EVP', EVP.replaceAll('-', '')), EVP);
});

test('invisible characters, other dashes, emoji and URI schemes in a key are ignored', () => {
  for (const [text, type, key] of [
    ['\u202a+55 11 98765-4321\u202c', 'PHONE', '+5511987654321'],
    ['\u200e(11) 98765\u20114321', 'PHONE', '+5511987654321'],
    ['529.982.247\u201125', 'CPF', '529.982.247-25'],
    ['\u2066５２９９８２２４７２５\u2069', 'CPF', '529.982.247-25'],
    ['maria\u200b@example.com', 'EMAIL', 'maria@example.com'],
    [EVP.replaceAll('-', '\u2011'), 'EVP', EVP],
    ['📱 11 98765-4321', 'PHONE', '+5511987654321'],
    ['☎️(11) 98765-4321', 'PHONE', '+5511987654321'],
    ['tel:+5511987654321', 'PHONE', '+5511987654321'],
    ['mailto:maria@example.com', 'EMAIL', 'maria@example.com'],
    ['maria@example.com 🙂', 'EMAIL', 'maria@example.com'],
    ['🔑 529.982.247-25', 'CPF', '529.982.247-25'],
  ] as const) {
    assert.equal(isWrongKey(type, text), false, text);
    assert.deepEqual(settleKey({ key: text, type: '', isTypeChosen: false }), { key, type });
  }
  assert.equal(isCpfOrPhone('\u202a11987654374\u202c'), true);
  assert.equal(guessType('\u200b'), undefined);
});

test('the type follows the key until a person chooses one', () => {
  const phone = settleKey({ key: '(11) 98765-4321', type: '', isTypeChosen: false });
  assert.deepEqual(phone, { key: '+5511987654321', type: 'PHONE' });
  const replaced = { ...phone, key: '52998224725', isTypeChosen: false };
  assert.deepEqual(settleKey(replaced), { key: '529.982.247-25', type: 'CPF' });
  assert.equal(settleKey({ ...phone, key: 'maria', isTypeChosen: false }).type, '');
  const chosen = { key: '52998224725', type: 'PHONE', isTypeChosen: true } as const;
  assert.deepEqual(settleKey(chosen), { key: '+5552998224725', type: 'PHONE' });
});

test('what is no Pix key at all is told apart from a key whose type is undecided', () => {
  const code = `00020126580014br.gov.bcb.pix0136${EVP}5204000053039865802BR6304ABCD`;
  for (const [text, problem] of [
    ['', 'missing'],
    ['maria', 'notKey'],
    ['1234', 'notKey'],
    ['000.201.000-59', undefined],
    ['52998224724', undefined],
    [code, 'code'],
    [code.toUpperCase(), 'code'],
    [` ${code}\n`, 'code'],
    ['1112345678', undefined],
    ['11987654374', undefined],
  ] as const) {
    assert.equal(keyProblem(text, ''), problem, text);
  }
  assert.equal(keyProblem('maria', 'EMAIL'), 'EMAIL');
  assert.equal(keyProblem(code, 'EVP'), 'code');
  assert.equal(keyProblem(EVP, 'EVP'), undefined);
});

test('the holder’s document is derived from a CPF or CNPJ key only', () => {
  assert.equal(holderOf({ key: '52998224725', type: 'CPF' }), '529.982.247-25');
  assert.equal(holderOf({ key: '11222333000181', type: 'CNPJ' }), '11.222.333/0001-81');
  assert.equal(holderOf({ key: '52998224724', type: 'CPF' }), '');
  assert.equal(holderOf({ key: '52998224725', type: 'PHONE' }), '');
  assert.equal(holderOf({ key: 'maria@example.com', type: 'EMAIL' }), '');
});

test('a complete document that differs from the key’s is reported', () => {
  const key = { key: '529.982.247-25', type: 'CPF' } as const;
  assert.equal(isOfAnother(key, '15350946056'), true);
  assert.equal(isOfAnother(key, '52998224725'), false);
  assert.equal(isOfAnother(key, '153509'), false);
  assert.equal(isOfAnother({ key: EVP, type: 'EVP' }, '15350946056'), false);
});

test('a key that is invalid for its type is reported before it is sent', () => {
  assert.equal(isWrongKey('CPF', '123.456.789-09'), false);
  assert.equal(isWrongKey('CPF', '123.456.789-00'), true);
  assert.equal(isWrongKey('CPF', '11222333000181'), true);
  assert.equal(isWrongKey('PHONE', '11987654321'), false);
  assert.equal(isWrongKey('PHONE', '+1 555 0100'), true);
  assert.equal(isWrongKey('EMAIL', 'maria@'), true);
  assert.equal(isWrongKey('EMAIL', 'maria@exâmple.com'), true);
  assert.equal(isWrongKey('EMAIL', 'maria,ana@example.com'), true);
  assert.equal(isWrongKey('EMAIL', 'maria@example..com'), true);
  assert.equal(isWrongKey('EMAIL', 'maria+loja@mail.example.com.br'), false);
  assert.equal(isWrongKey('EMAIL', `${'a'.repeat(66)}@example.com`), true);
  assert.equal(isWrongKey('EMAIL', `${'a'.repeat(65)}@example.com`), false);
  assert.equal(isWrongKey('EVP', EVP.slice(1)), true);
  assert.equal(isWrongKey('EVP', EVP), false);
  assert.equal(isWrongKey('EVP', EVP.replaceAll('-', '')), false);
});
