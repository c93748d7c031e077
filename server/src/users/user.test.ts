import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStrong, readEmail } from './user.ts';

const EMAIL = 'mariaeduarda@loja.example';

test('an address is one text without anything that could make several of it', () => {
  assert.equal(readEmail(' Ana@Loja.Example '), 'ana@loja.example');
  for (const text of [
    '',
    'ana',
    '@loja',
    'ana@',
    'a b@c',
    'a@b,c@d',
    'a@b>',
    '<a@b>',
    'a@b\r\nBcc:c',
    'a@b@c',
    '"a"@b',
  ]) {
    assert.equal(readEmail(text), undefined, text);
  }
  assert.equal(readEmail(`${'a'.repeat(65)}@b`), undefined);
  assert.equal(readEmail(`a@${'b'.repeat(190)}`), undefined);
});

test('a long sentence is strong whatever it is made of; what is tried first is not', () => {
  for (const password of [
    'correto cavalo bateria',
    'minha senha bem comprida',
    '🦜🌴🥥🛶🎣🪁 praia',
    'x9!kQ2#vB7$m',
  ]) {
    assert.ok(isStrong(password, EMAIL), password);
  }
  for (const password of [
    'onze carac.',
    'aaaaaaaaaaaa',
    'abababababab',
    'senhasenhasenha',
    '012345678901',
    'lkjhgfdsapoi',
    'abcdefghijklmno',
    'PASSWORDPASSWORD',
    'mariaeduarda2026',
    EMAIL,
    'x'.repeat(300),
  ]) {
    assert.ok(!isStrong(password, EMAIL), password);
  }
});
