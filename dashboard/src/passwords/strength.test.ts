import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strengthOf } from './strength.ts';

test('a password below twelve characters is short, whatever it contains', () => {
  assert.equal(strengthOf(''), 'short');
  assert.equal(strengthOf('aB3$xY7!qZ9'), 'short');
});

test('an emoji counts as one character', () => {
  assert.equal(strengthOf('😀😁😂🤣😃😄😅😆😉😊😋'), 'short');
});

test('repeated and sequential patterns are rated as common', () => {
  for (const password of [
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abcdefghijklmn',
    '987654321098',
    '123123123123',
  ]) {
    assert.equal(strengthOf(password), 'common', password);
  }
});

test('a password built on the email’s local part, or the whole address, is rated as common', () => {
  assert.equal(strengthOf('Ana@loja.example', 'ana@loja.example'), 'common');
  assert.equal(strengthOf('lojadaana123', 'lojadaana@loja.example'), 'common');
  assert.equal(strengthOf('lojadaana123', 'outra@loja.example'), 'fair');
});

test('a longer password is rated stronger', () => {
  assert.equal(strengthOf('cavalo-grampo'), 'fair');
  assert.equal(strengthOf('correto cavalo bateria grampo'), 'strong');
});
