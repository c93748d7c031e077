import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openLimiter } from './rate-limit.ts';

const MONEY = { perSecond: 20, burst: 40 };

/** Stops the clock that the buckets read; a test moves it by hand. */
function stopClock(t: TestContext): { now: number } {
  const clock = { now: 1_000 };
  t.mock.method(performance, 'now', () => clock.now);
  return clock;
}

test('a burst passes immediately, and not one request more', (t) => {
  stopClock(t);
  const limit = openLimiter();
  const rooms = Array.from({ length: 41 }, () => limit('a', MONEY));
  assert.deepEqual(rooms.at(0), { remaining: 39, resetSeconds: 1, retryAfterSeconds: undefined });
  assert.deepEqual(rooms.at(39), { remaining: 0, resetSeconds: 2, retryAfterSeconds: undefined });
  assert.deepEqual(rooms.at(40), { remaining: 0, resetSeconds: 2, retryAfterSeconds: 1 });
});

test('after a burst, as many pass as the rate has refilled', (t) => {
  const clock = stopClock(t);
  const limit = openLimiter();
  const passed = (): boolean => limit('a', MONEY).retryAfterSeconds === undefined;
  for (let request = 0; request < 40; request += 1) assert.ok(passed());
  for (let second = 0; second < 5; second += 1) {
    clock.now += 1_000;
    const through = Array.from({ length: 40 }, passed).filter(Boolean).length;
    assert.equal(through, 20);
  }
});

test('the reported wait suffices, also at rates that do not divide a second evenly', (t) => {
  const clock = stopClock(t);
  for (const perSecond of [1, 3, 7, 300, 9_999]) {
    const limit = openLimiter();
    const rate = { perSecond, burst: 50 };
    const rooms = Array.from({ length: 51 }, () => limit('a', rate));
    assert.equal(rooms.filter((room) => room.retryAfterSeconds === undefined).length, 50);
    clock.now += 1_000 * (rooms.at(-1)?.retryAfterSeconds ?? 0);
    assert.equal(limit('a', rate).retryAfterSeconds, undefined);
  }
});

test('a refusal always reports a wait, also if room is refilled meanwhile', (t) => {
  let now = 1_000;
  // Time passes between two readings of the clock.
  t.mock.method(performance, 'now', () => (now += 0.6));
  const limit = openLimiter();
  const rooms = Array.from({ length: 300 }, () => limit('a', { perSecond: 1_000, burst: 1 }));
  const refused = rooms.filter((room) => room.retryAfterSeconds !== undefined);
  assert.notEqual(refused.length, 0);
  assert.ok(refused.every((room) => room.retryAfterSeconds === 1));
});

test('keys have separate buckets, and a changed rate starts a new one', (t) => {
  stopClock(t);
  const limit = openLimiter();
  const one = { perSecond: 1, burst: 1 };
  assert.equal(limit('a', one).retryAfterSeconds, undefined);
  assert.equal(limit('a', one).retryAfterSeconds, 1);
  assert.equal(limit('b', one).retryAfterSeconds, undefined);
  assert.equal(limit('a', { ...one, burst: 2 }).retryAfterSeconds, undefined);
});
