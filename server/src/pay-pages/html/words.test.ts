import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN } from './words-en.ts';
import { PT } from './words-pt.ts';

/** Each sentence by name; templates get the same arguments in both languages. */
function sentencesIn(words: object): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]: [string, unknown]): [string, string][] => {
      if (typeof value === 'string') return [[name, value]];
      if (typeof value === 'function')
        return [null, 'Zé'].map((gap) => [`${name} ${gap}`, String(value('#', gap, true))]);
      if (value === null || typeof value !== 'object') return [];
      return [...sentencesIn(value)].map(([inner, text]) => [`${name}.${inner}`, text]);
    }),
  );
}

test('every sentence exists in both languages, and differs between them', () => {
  const [pt, en] = [sentencesIn(PT), sentencesIn(EN)];
  assert.deepEqual([...pt.keys()].sort(), [...en.keys()].sort());
  for (const [name, text] of pt) {
    assert.ok(text.trim().length > 0, name);
    assert.notEqual(text, en.get(name), name);
  }
});

test('no sentence has a gap where the shop has no name', () => {
  for (const words of [PT, EN]) {
    const unnamed = [words.pay, words.because, words.paused, words.declined, words.agreeAmount]
      .concat([words.refused, words.shortUnknown, words.disputed, words.inactive])
      .map((sentence) => sentence(null));
    const others = [words.payee('#', null, true), words.short('#', '#', null)];
    for (const text of [...unnamed, ...others, words.confirmed(null, '#')])
      assert.doesNotMatch(text, /null|undefined|por a loja|com$|  /);
  }
});

test('the countdown sentence has the placeholder that the script fills', () => {
  for (const words of [PT, EN]) assert.ok(words.expiresIn.includes('{t}'));
});
