import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectFiles, readText } from './repository.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|(type|interface)) (\w+)/gm;

test('every export is used in another file, and a type at least in its own', () => {
  const sources = projectFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readText(path) }))
    .map((source) => ({ ...source, words: source.text.match(/\w+/g) ?? [] }));
  const files = new Map<string, number>();
  for (const word of sources.flatMap(({ words }) => [...new Set(words)])) {
    files.set(word, (files.get(word) ?? 0) + 1);
  }
  const unused = sources.flatMap(({ path, words, text }) =>
    [...text.matchAll(EXPORTED)]
      .filter(([, , name = '']) => files.get(name) === 1)
      // A function that is called elsewhere may take or return it.
      .filter(([, type, name]) => !type || words.filter((word) => word === name).length === 1)
      .map(([line]) => `${path}: ${line}`),
  );
  assert.deepEqual(unused, []);
});
