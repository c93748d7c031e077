import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, overviewQuery } from './overview-query.ts';

test('each period in the URL maps to one the server accepts, unknown ones to the default', () => {
  assert.deepEqual(overviewQuery('hoje'), { period: 'today' });
  assert.deepEqual(overviewQuery('mes-passado'), { period: 'last_month' });
  assert.deepEqual(overviewQuery('2026-11-01..2026-11-20'), {
    period: 'custom',
    from: '2026-11-01',
    to: '2026-11-20',
  });
  assert.deepEqual(overviewQuery('toString'), { period: '7d' });
});

test('a change is given in basis points, and omitted when the earlier value is zero', () => {
  assert.equal(changeOf(150, 100), 5_000);
  assert.equal(changeOf(0, 100), -10_000);
  assert.equal(changeOf(100, 100), 0);
  assert.equal(changeOf(100, 0), undefined);
});
