import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachePromise } from './cache-promise.ts';

function counting(): () => Promise<number> {
  let calls = 0;
  return () => Promise.resolve((calls += 1));
}

test('concurrent and later callers share one result', async () => {
  const read = cachePromise(counting());
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
  assert.equal(await read(), 1);
});

test('a result that is too old is computed again', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const read = cachePromise(counting(), 1_000);
  assert.equal(await read(), 1);
  now = 999;
  assert.equal(await read(), 1);
  now = 1_000;
  assert.equal(await read(), 2);
});

test('those who waited for a failure see it, and the next caller tries again', async () => {
  let calls = 0;
  const read = cachePromise(async () => {
    calls += 1;
    await Promise.resolve();
    if (calls === 1) throw new Error('away');
    return calls;
  });
  const waiting = await Promise.allSettled([read(), read()]);
  assert.deepEqual(
    waiting.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await read(), 2);
  assert.equal(await read(), 2);
});

test('a late failure does not discard the result of a newer call', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const slow = Promise.withResolvers<number>();
  const results = [slow.promise, Promise.resolve(2)];
  const read = cachePromise(() => results.shift() ?? Promise.resolve(3), 1_000);
  const first = read();
  now = 1_000;
  assert.equal(await read(), 2);
  slow.reject(new Error('away'));
  await assert.rejects(first);
  assert.equal(await read(), 2);
});
