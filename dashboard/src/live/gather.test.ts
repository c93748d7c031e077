import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gather } from './gather.ts';

/** Reads that end when they are told to. */
function openReads(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reads: string[][] = [];
  const ends: (() => void)[] = [];
  const news = gather<string>((given) => {
    reads.push(given);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    // Long enough for what awaits a read to go on.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { reads, news, pass, end: () => ends.shift()?.() };
}

test('a burst of news causes one read', async (t) => {
  const { reads, news, pass } = openReads(t);
  for (const one of ['a', 'b', 'c']) news.add(one);
  assert.deepEqual(reads, []);
  await pass(250);
  assert.deepEqual(reads, [['a', 'b', 'c']]);
});

test('news that keep coming wait for a read to end, and are read together', async (t) => {
  const { reads, news, pass, end } = openReads(t);
  news.add('a');
  await pass(250);
  for (const one of ['b', 'c', 'd']) {
    news.add(one);
    await pass(250);
  }
  assert.deepEqual(reads, [['a']]);
  end();
  await pass(0);
  await pass(250);
  assert.deepEqual(reads, [['a'], ['b', 'c', 'd']]);
});

test('a read that never ends does not hold up the next one forever', async (t) => {
  const { reads, news, pass } = openReads(t);
  news.add('a');
  await pass(250);
  news.add('b');
  await pass(10_000);
  await pass(250);
  assert.deepEqual(reads, [['a'], ['b']]);
});

test('nothing is read after the end, whatever had come', async (t) => {
  const { reads, news, pass, end } = openReads(t);
  news.add('a');
  await pass(250);
  news.add('b');
  news.stop();
  end();
  await pass(0);
  await pass(250);
  assert.deepEqual(reads, [['a']]);
});
