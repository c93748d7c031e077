import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.ts';
import { daysOf, periodBefore, readDayRange } from './overview.ts';

test('each period is whole days, ending today or at the end of its month', () => {
  const periods = (['today', '7d', '30d', 'month', 'last_month'] as const).map((period) =>
    readDayRange({ period }, '2028-03-05'),
  );
  assert.deepEqual(periods, [
    { first: '2028-03-05', last: '2028-03-05' },
    { first: '2028-02-28', last: '2028-03-05' },
    { first: '2028-02-05', last: '2028-03-05' },
    { first: '2028-03-01', last: '2028-03-05' },
    { first: '2028-02-01', last: '2028-02-29' },
  ]);
  assert.deepEqual(readDayRange({}, '2028-03-05'), periods[1]);
});

test('the previous period has the same length, and ends where this one starts', () => {
  const custom = { period: 'custom', from: '2026-11-01', to: '2026-11-30' } as const;
  const period = readDayRange(custom, '2027-01-01');
  assert.equal(daysOf(period).length, 30);
  assert.deepEqual(periodBefore(period), { first: '2026-10-02', last: '2026-10-31' });
});

test('an invalid or too long custom period is refused', () => {
  for (const [from, to] of [
    [undefined, undefined],
    ['2026-11-02', '2026-11-01'],
    ['2026-02-30', '2026-03-01'],
    ['2026-13-01', '2026-13-02'],
    ['2024-01-01', '2025-06-01'],
    ['0000-01-01', '0000-01-01'],
    // The day before would be in the year 0.
    ['0001-01-01', '0001-01-01'],
    ['9999-12-31', '9999-12-31'],
  ]) {
    assert.throws(
      () => readDayRange({ period: 'custom', from, to }, '2026-11-21'),
      (error) => error instanceof ApiError && error.code === 'invalid_request',
      `${from} ${to}`,
    );
  }
});
