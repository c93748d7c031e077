import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.ts';
import { openFileLimit } from './limit-files.ts';

test('a person can export three files concurrently, and a finished one frees its place', () => {
  const { begin } = openFileLimit();
  const ends = [begin('ana'), begin('ana'), begin('ana')];
  assert.throws(() => begin('ana'), new ApiError('rate_limited', { retryAfterSeconds: 10 }));
  begin('bia')();
  ends[0]?.();
  begin('ana');
  assert.throws(() => begin('ana'));
});
