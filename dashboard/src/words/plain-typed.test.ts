import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownWords } from './plain-typed.ts';

test('what the server refuses and nobody sees is taken out of a text, and nothing else', () => {
  assert.equal(ownWords('\u202a+55 11 98765-4321\u202c'), '+55 11 98765-4321');
  assert.equal(ownWords('\ufeffAula\tde violão\u2028 '), 'Aula de violão');
  assert.equal(ownWords('Uma linha\r\ne outra\n'), 'Uma linha\r\ne outra');
  for (const text of ['👩‍🎨 – “ateliê”', 'می‌خواهم', '１２½']) assert.equal(ownWords(text), text);
});
