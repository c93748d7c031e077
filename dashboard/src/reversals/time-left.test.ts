import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeft } from './time-left.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(NOW + ms).toISOString();
const HOUR = 3_600_000;

test('the time left is rounded down', () => {
  assert.deepEqual(timeLeft(after(7 * 24 * HOUR - 1), NOW), { unit: 'days', count: 6 });
  assert.deepEqual(timeLeft(after(48 * HOUR), NOW), { unit: 'days', count: 2 });
  assert.deepEqual(timeLeft(after(48 * HOUR - 1), NOW), { unit: 'hours', count: 47 });
  assert.deepEqual(timeLeft(after(HOUR), NOW), { unit: 'hours', count: 1 });
  assert.deepEqual(timeLeft(after(HOUR - 1), NOW), { unit: 'minutes', count: 59 });
  assert.deepEqual(timeLeft(after(59_999), NOW), { unit: 'minutes', count: 0 });
});

test('no time is left at the deadline', () => {
  assert.equal(timeLeft(after(0), NOW), undefined);
  assert.equal(timeLeft(after(-1), NOW), undefined);
});
