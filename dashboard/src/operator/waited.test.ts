import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waited } from './waited.ts';

test('a waiting time is shown in its largest whole unit', () => {
  const expected: [number, string][] = [
    [0, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [3_599, '59 min'],
    [3_600, '1 h'],
    [86_399, '23 h'],
    [200_000, '2 d'],
  ];
  for (const [seconds, text] of expected) assert.equal(waited(seconds), text);
});
