import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBudget } from './budget.ts';
import { ChainFailure } from './port.ts';

/** A clock that only `pass` moves; paused calls resume in the order of their times. */
function openClock() {
  let at = 0;
  const waiting: { readonly until: number; readonly go: () => void }[] = [];
  return {
    now: () => at,
    pause: (ms: number) => new Promise<void>((go) => void waiting.push({ until: at + ms, go })),
    pass: async (ms: number) => {
      at += ms;
      for (const { until, go } of waiting) if (until <= at + 1e-6) go();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Makes many concurrent calls. @returns when each one went out, and how many were refused */
function ask(calls: number, perMinute: number) {
  const clock = openClock();
  const budget = openBudget(perMinute, clock.pause, clock.now);
  const left: number[] = [];
  const refused: (number | undefined)[] = [];
  const askAgain = (count: number): void => {
    for (let call = 0; call < count; call += 1) {
      budget.enter().then(
        () => left.push(clock.now()),
        (error: unknown) => {
          assert.ok(error instanceof ChainFailure);
          refused.push(error.retryAfterSeconds);
        },
      );
    }
  };
  askAgain(calls);
  return { clock, left, refused, askAgain };
}

test('a burst is sent immediately, the next calls in turn, and those with too long a wait are refused', async () => {
  const { clock, left, refused } = ask(100, 120);
  await clock.pass(0);
  assert.equal(left.length, 20);
  assert.deepEqual([refused.length, refused[0]], [60, 11]);
  for (let half = 0; half < 40; half += 1) await clock.pass(500);
  assert.equal(left.length, 40);
  assert.deepEqual(left.slice(20, 23), [500, 1_000, 1_500]);
});

test('no minute has more calls than the rate plus one burst', async () => {
  const { clock, left, askAgain } = ask(50, 60);
  for (let second = 0; second < 300; second += 1) {
    await clock.pass(1_000);
    askAgain(5);
  }
  for (const start of left) {
    const within = left.filter((at) => at >= start && at < start + 60_000).length;
    assert.ok(within <= 60 + 10, String(within));
  }
  assert.ok(left.length >= 290, String(left.length));
});

test('unused calls accumulate to one burst at most', async () => {
  const { clock, left, askAgain } = ask(20, 120);
  await clock.pass(3_600_000);
  assert.equal(left.length, 20);
  askAgain(100);
  await clock.pass(0);
  assert.equal(left.length, 40);
});

test('at one call a minute the second is refused with the time to wait', async () => {
  const { clock, left, refused } = ask(2, 1);
  await clock.pass(0);
  assert.deepEqual([left, refused], [[0], [60]]);
});
