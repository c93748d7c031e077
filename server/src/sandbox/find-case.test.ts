import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CASES } from './find-case.ts';

test('every case has a title of its own, by which its button is found', () => {
  for (const language of ['pt', 'en'] as const) {
    const titles = CASES.map(({ title }) => title[language]);
    const repeated = titles.filter((title, at) => titles.indexOf(title) !== at);
    assert.deepEqual(repeated, [], language);
  }
});
