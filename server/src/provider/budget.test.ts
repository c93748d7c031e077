import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bucket, partOf, secondsUntilRoom } from './budget.ts';

const BUCKET: Bucket = {
  perMinute: 15,
  burst: 50,
  tokens: 1,
  pauseSeconds: 0,
  waiting: 0,
  ahead: 0,
};

test('the reported wait is the time until the budget has room again', () => {
  assert.equal(secondsUntilRoom(BUCKET, 'request'), 0);
  assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 0 }, 'request'), 4);
  assert.equal(secondsUntilRoom({ ...BUCKET, tokens: -2 }, 'news'), 12);
  assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 0, pauseSeconds: 1 }, 'request'), 5);
  // Thirds of a token don't quite add up to a token in floating point.
  assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 0.1 + 0.2 + 0.7 - 1e-9 }, 'request'), 0);
});

test('a call is left for each account that had less', () => {
  assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 3, waiting: 9, ahead: 2 }, 'request'), 0);
  assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 3, waiting: 9, ahead: 3 }, 'request'), 4);
});

test('status checks and comparisons leave a third of the burst, and a call for each waiting account', () => {
  const third = 50 / 3;
  for (const purpose of ['sweep', 'reconcile'] as const) {
    assert.equal(secondsUntilRoom({ ...BUCKET, tokens: third + 1 }, purpose), 0);
    assert.ok(secondsUntilRoom({ ...BUCKET, tokens: third + 0.9 }, purpose) > 0);
    assert.ok(secondsUntilRoom({ ...BUCKET, tokens: third + 2.9, waiting: 2 }, purpose) > 0);
    // However small the granted budget, these purposes are not locked out for ever.
    const single = { ...BUCKET, burst: 1, tokens: 1 };
    assert.equal(secondsUntilRoom(single, purpose), 0);
  }
});

test('pages get half of a budget and comparisons a third, but at least one call', () => {
  const granted = { perMinute: 15, burst: 50 };
  assert.deepEqual(partOf(granted, 'page'), { perMinute: 7.5, burst: 25 });
  assert.deepEqual(partOf({ perMinute: 12, burst: 1 }, 'page'), { perMinute: 6, burst: 1 });
  assert.deepEqual(partOf({ perMinute: 12, burst: 1 }, 'reconcile'), { perMinute: 4, burst: 1 });
  for (const purpose of ['request', 'news', 'sweep'] as const) {
    assert.equal(partOf(granted, purpose), undefined);
  }
});

test('a page waits its turn like a request', () => {
  for (const purpose of ['request', 'page'] as const) {
    assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 3, waiting: 9, ahead: 2 }, purpose), 0);
    assert.equal(secondsUntilRoom({ ...BUCKET, tokens: 3, waiting: 9, ahead: 3 }, purpose), 4);
  }
});
