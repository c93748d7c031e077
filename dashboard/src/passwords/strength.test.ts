import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strengthOf } from './strength.ts';

test('a password below twelve characters is short, whatever is in it', () => {
  assert.equal(strengthOf(''), 'short');
  assert.equal(strengthOf('aB3$xY7!qZ9'), 'short');
});

test('characters are counted as people see them', () => {
  assert.equal(strengthOf('😀😁😂🤣😃😄😅😆😉😊😋'), 'short');
});

test('what is guessed first is told apart from what is not', () => {
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

test('the name in the address does not make a password', () => {
  assert.equal(strengthOf('lojadaana123', 'lojadaana@loja.example'), 'common');
  assert.equal(strengthOf('lojadaana123', 'outra@loja.example'), 'fair');
});

test('a longer password is called stronger', () => {
  assert.equal(strengthOf('cavalo-grampo'), 'fair');
  assert.equal(strengthOf('correto cavalo bateria grampo'), 'strong');
});
