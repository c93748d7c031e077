import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { openWaitRoom } from './open-wait-room.ts';

test('waiting requests are limited per environment and in total', () => {
  const room = openWaitRoom({ all: 3, ofEnvironment: 2 });
  const refusal = (code: string) => (error: unknown) =>
    error instanceof ApiError && error.code === code && error.retryAfterSeconds !== undefined;
  const [one, two, three] = [newId('env'), newId('env'), newId('env')];
  const first = room.enter(one);
  room.enter(one);
  assert.throws(() => room.enter(one), refusal('rate_limited'));
  room.enter(two);
  assert.throws(() => room.enter(three), refusal('unavailable'));
  first.leave();
  room.enter(three);
  assert.throws(() => room.enter(two), refusal('unavailable'));
});
