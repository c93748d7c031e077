import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoize } from './memoize.ts';

test('the value of a key is created once, even if it is undefined', () => {
  const asked: string[] = [];
  const find = memoize((key: string) => {
    asked.push(key);
    return key === 'none' ? undefined : key.length;
  });
  assert.deepEqual(['a', 'bb', 'a', 'none', 'none'].map(find), [1, 2, 1, undefined, undefined]);
  assert.deepEqual(asked, ['a', 'bb', 'none']);
});

test('no more values are cached than the limit', () => {
  const asked: number[] = [];
  const find = memoize((key: number) => asked.push(key), 2);
  for (const key of [1, 2, 1, 3, 3, 1]) find(key);
  assert.deepEqual(asked, [1, 2, 3, 1]);
});
