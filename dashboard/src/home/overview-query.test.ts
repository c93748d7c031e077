import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, isOutdated, overviewQuery } from './overview-query.ts';

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

test('figures are outdated once a day, or for last month a month, has ended in Brasília', () => {
  const midnight = Date.parse('2026-12-01T03:00:00Z');
  const to = '2026-12-01T03:00:00.000Z';
  for (const period of ['hoje', '7d', '30d', 'mes']) {
    assert.equal(isOutdated(period, to, midnight - 1), false, period);
    assert.equal(isOutdated(period, to, midnight + 1), true, period);
  }
  const october = '2026-11-01T03:00:00.000Z';
  assert.equal(isOutdated('mes-passado', october, midnight - 1), false);
  assert.equal(isOutdated('mes-passado', october, midnight), true);
  assert.equal(isOutdated('2026-11-01..2026-11-30', to, midnight + 1), false);
  assert.equal(isOutdated('hoje', '', midnight), false);
});
