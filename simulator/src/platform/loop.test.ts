import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/sandbox.ts';
import { startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;
const unexpected = (error: unknown) => {
  throw error;
};

test('a loop sleeps for the time its turn returns, unless it is woken', async () => {
  let turns = 0;
  const loop = startLoop(async () => (++turns < 3 ? 0 : HOUR_MS), unexpected);
  await until(() => turns === 3);
  loop.wake();
  await until(() => turns === 4);
  await loop.stop();
  assert.equal(turns, 4);
});

test('a wake-up during a turn is not lost', async () => {
  let turns = 0;
  const loop = startLoop(async () => {
    await Promise.resolve();
    if (++turns === 1) loop.wake();
    return HOUR_MS;
  }, unexpected);
  await until(() => turns === 2);
  await loop.stop();
});

test('a failed turn is reported and does not stop the loop', async () => {
  const failures: unknown[] = [];
  const loop = startLoop(
    async () => {
      throw new Error('no database');
    },
    (error) => failures.push(error),
  );
  await until(() => failures.length === 1);
  loop.wake();
  await until(() => failures.length === 2);
  await loop.stop();
});
