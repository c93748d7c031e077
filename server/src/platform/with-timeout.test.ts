import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import { test } from 'node:test';
import { withTimeout } from './with-timeout.ts';

const late = (): never => {
  throw new Error('late');
};

test('a promise that settles in time passes on its value or its rejection', async () => {
  assert.equal(await withTimeout(Promise.resolve(7), 1_000, late), 7);
  await assert.rejects(withTimeout(Promise.reject(new Error('refused')), 1_000, late), /refused/);
});

test('a late promise is not awaited, and its rejection is not unhandled', async () => {
  const coming = Promise.withResolvers<number>();
  assert.equal(await withTimeout(coming.promise, 1, () => 8), 8);
  await assert.rejects(withTimeout(coming.promise, 1, late), /late/);
  coming.reject(new Error('refused'));
  // By then an unhandled rejection would have ended the process.
  await settled();
});
