import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStrong } from './user.ts';

const EMAIL = 'mariaeduarda@loja.example';

test('a long passphrase is strong, and a predictable password is not', () => {
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
