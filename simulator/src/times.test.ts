import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrasilia, inUtc, readTime, startOfDay } from './times.ts';

const LATE_EVENING = new Date('2026-03-05T01:33:56.789Z');

test('deposits carry -03:00 and withdrawals Z, both without milliseconds', () => {
  assert.equal(inBrasilia(LATE_EVENING), '2026-03-04T22:33:56-03:00');
  assert.equal(inUtc(LATE_EVENING), '2026-03-05T01:33:56Z');
});

test('a day begins at midnight in Brasília', () => {
  assert.equal(startOfDay(LATE_EVENING).toISOString(), '2026-03-04T03:00:00.000Z');
});

test('days and RFC 3339 times are parsed, and anything else is rejected', () => {
  assert.equal(readTime('2026-03-05')?.toISOString(), '2026-03-05T03:00:00.000Z');
  assert.equal(readTime('2026-03-05T10:00:00-03:00')?.toISOString(), '2026-03-05T13:00:00.000Z');
  assert.equal(readTime('2026-03-05T10:00:00.5Z')?.toISOString(), '2026-03-05T10:00:00.500Z');
  for (const text of ['', 'today', '2026-13-05', '2026-3-5', '2026-03-05T10:00:00', '1700000000']) {
    assert.equal(readTime(text), undefined, text);
  }
});
