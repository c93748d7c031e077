import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.ts';
import { openFileLimit } from './limit-files.ts';

test('three files at once are enough for one person, and later there is room again', () => {
  const { begin } = openFileLimit();
  const ends = [begin('ana'), begin('ana'), begin('ana')];
  assert.throws(() => begin('ana'), new ApiError('rate_limited', { retryAfterSeconds: 10 }));
  begin('bia')();
  ends[0]?.();
  begin('ana');
  assert.throws(() => begin('ana'));
});
