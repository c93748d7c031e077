import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
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
  assert.equal(await withTimeout(sleep(50, 7), 1, () => 8), 8);
  const failing = sleep(20).then(() => Promise.reject(new Error('refused')));
  await assert.rejects(withTimeout(failing, 1, late), /late/);
  // An unhandled rejection would end the process within this time.
  await sleep(40);
});
