import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooLong, lastMonths, spanOf } from './months.ts';

test('the last 12 months are counted in Brasília time', () => {
  const months = lastMonths(Date.parse('2026-12-01T02:30:00Z'));
  assert.equal(months[0], '2026-11');
  assert.equal(months.at(-1), '2025-12');
  assert.equal(months.length, 12);
});

test('a month starts and ends at midnight in Brasília', () => {
  assert.deepEqual(spanOf('2026-12'), {
    from: '2026-12-01T03:00:00.000Z',
    to: '2027-01-01T03:00:00.000Z',
  });
  assert.deepEqual(spanOf('2026-02').to, '2026-03-01T03:00:00.000Z');
});

test('an export may span a leap year but not two years', () => {
  assert.equal(isTooLong('2024-01-01T03:00:00Z', '2025-01-01T03:00:00Z'), false);
  assert.equal(isTooLong('2024-01-01T03:00:00Z', '2026-01-01T03:00:00Z'), true);
  assert.equal(isTooLong(undefined, '2026-01-01T03:00:00Z'), false);
});
