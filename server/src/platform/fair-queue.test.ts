import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openFairQueue } from './fair-queue.ts';

test('work is done one piece at a time, and each owner gets a turn for each of another', async () => {
  const enqueue = openFairQueue(10);
  const order: string[] = [];
  let running = 0;
  const ask = (owner: string, piece: number): Promise<string> =>
    enqueue(owner, async () => {
      running += 1;
      assert.equal(running, 1);
      await turn();
      running -= 1;
      order.push(`${owner}${String(piece)}`);
      return owner;
    });
  const asked = [1, 2, 3, 4].map((piece) => ask('a', piece));
  asked.push(ask('b', 1), ask('c', 1), ask('b', 2));
  assert.deepEqual(await Promise.all(asked), ['a', 'a', 'a', 'a', 'b', 'c', 'b']);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('work that fails fails its caller only', async () => {
  const enqueue = openFairQueue(10);
  const [failed, done] = await Promise.allSettled([
    enqueue('a', () => Promise.reject(new Error('broken'))),
    enqueue('a', () => Promise.resolve('done')),
  ]);
  assert.equal(failed.status, 'rejected');
  assert.deepEqual(done, { status: 'fulfilled', value: 'done' });
  assert.equal(await enqueue('a', () => Promise.resolve('later')), 'later');
});

test('an owner with too much waiting is refused, and another is not', async () => {
  const enqueue = openFairQueue(2);
  const ask = (owner: string): Promise<void> => enqueue(owner, async () => void (await turn()));
  // The first of them is being done and no longer waits.
  const asked = await Promise.allSettled([ask('a'), ask('a'), ask('a'), ask('a'), ask('b')]);
  assert.deepEqual(
    asked.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  const [refused] = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal((refused as { code: string }).code, 'unavailable');
});
