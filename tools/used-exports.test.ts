import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectFiles, readText } from './repository.ts';

/** Of values: a type may be exported that nobody names, since a function takes or returns it. */
const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

test('a value that is exported is named by another file', () => {
  const sources = projectFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readText(path) }));
  const files = new Map<string, number>();
  for (const word of sources.flatMap(({ text }) => [...new Set(text.match(/\w+/g))])) {
    files.set(word, (files.get(word) ?? 0) + 1);
  }
  const unused = sources.flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)]
      .filter(([, name = '']) => files.get(name) === 1)
      .map(([line]) => `${path}: ${line}`),
  );
  assert.deepEqual(unused, []);
});
