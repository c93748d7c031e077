import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSuccess, type Outcome, requestedWaitMs, waitMs } from './delivery.ts';

const failure: Outcome = {
  durationMs: 1,
  responseStatus: 500,
  responseBody: '',
  retryAfterMs: null,
  error: null,
};

test('ten waits of 5 s to 24 h follow the first attempt, then none', () => {
  const seconds = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400];
  const waits = seconds.map((_, index) => waitMs(index + 1, failure, 0.5));
  assert.deepEqual(
    waits,
    seconds.map((second) => second * 1_000),
  );
  assert.equal(waitMs(11, failure, 0.5), null);
  assert.equal(waitMs(40, failure, 0.5), null);
});

test('jitter changes a wait by a fifth at most', () => {
  assert.equal(waitMs(1, failure, 0), 4_000);
  assert.equal(waitMs(1, failure, 1), 6_000);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
      const wait = waitMs(4, failure, random);
      return wait !== null && wait >= 480_000 && wait <= 720_000 && Number.isInteger(wait);
    }),
  );
});

test('Retry-After can lengthen a wait, but never shortens it', () => {
  const busy = (retryAfterMs: number): Outcome => ({ ...failure, retryAfterMs });
  assert.equal(waitMs(1, busy(90_000), 0.5), 90_000);
  assert.equal(waitMs(1, busy(1_000), 0.5), 5_000);
  assert.equal(waitMs(10, busy(3_600_000), 0.5), 86_400_000);
  assert.equal(waitMs(11, busy(1_000), 0.5), null);
});

test('Retry-After counts only with 429 and 503, and up to an hour', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  assert.equal(requestedWaitMs(429, '120', now), 120_000);
  assert.equal(requestedWaitMs(503, '10800', now), 3_600_000);
  assert.equal(requestedWaitMs(503, 'Sat, 21 Nov 2026 12:01:00 GMT', now), 60_000);
  assert.equal(requestedWaitMs(429, 'soon', now), null);
  assert.equal(requestedWaitMs(500, '120', now), null);
  assert.equal(requestedWaitMs(200, '120', now), null);
});

test('every complete 2xx response is a success, and nothing else is', () => {
  const statuses = [100, 199, 200, 201, 204, 299, 300, 301, 404, 410, 429, 500];
  const good = statuses.filter((responseStatus) => isSuccess({ ...failure, responseStatus }));
  assert.deepEqual(good, [200, 201, 204, 299]);
  assert.equal(isSuccess({ ...failure, responseStatus: null }), false);
  assert.equal(isSuccess({ ...failure, responseStatus: 200, error: 'response_too_slow' }), false);
});
