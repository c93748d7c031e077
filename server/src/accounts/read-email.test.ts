import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEmail } from './read-email.ts';

test('only a single plain e-mail address is accepted, and it is normalized', () => {
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
    'a@b.example(c)',
    '(c)a@b.example',
    // A soft hyphen, a zero-width space, a lone surrogate.
    'a\u00ad@b',
    'a@b\u200b.example',
    'a\ud83d@b',
    // Hangul fillers, variation selectors, a blank Braille cell, a combining grapheme joiner.
    ...['\u3164', '\u115f', '\u1160', '\uffa0', '\ufe0f', '\u{e0100}', '\u2800', '\u034f'].flatMap(
      (unseen) => [`a${unseen}@b`, `a@b${unseen}.example`],
    ),
  ]) {
    assert.equal(readEmail(text), undefined, text);
  }
  assert.equal(readEmail(`${'a'.repeat(65)}@b`), undefined);
  assert.equal(readEmail(`a@${'b'.repeat(190)}`), undefined);
});
