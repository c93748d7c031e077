import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isVisible } from './is-visible.ts';

test('a text is visible if one of its characters is', () => {
  for (const text of ['x', ' a ', 'ção', '7', '!', '🎸', '⠁', '한', '\u3164a']) {
    assert.ok(isVisible(text), text);
  }
});

test('spaces, fillers and format characters are not visible, however many', () => {
  const unseen = [
    ...['', ' ', '\n', '\u00a0', '\u3000', '\u200b', '\u200d', '\u00ad', '\u034f', '\ufe0f'],
    ...['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u{1d159}', '\u{e0061}', '\ufdd0'],
  ];
  for (const text of [...unseen, unseen.join('')])
    assert.ok(!isVisible(text), JSON.stringify(text));
});
