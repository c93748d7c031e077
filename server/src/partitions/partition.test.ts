import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdAt } from '../ids.ts';
import { endOf, type Log, nameOf, nextEnd, oldPartitions, startAfter } from './partition.ts';

const WEEKS: Log = { table: 'things', column: 'id', prefix: 'req', period: 'week' };
const MONTHS: Log = { ...WEEKS, period: 'month' };
const at = (text: string): Date => new Date(`${text}Z`);
const rest = (from: Date | null) => ({
  name: 'things_rest',
  from: from && firstIdAt('req', from),
  to: null,
  isLeaving: false,
});

test('weeks begin on Mondays and months on the 1st, in UTC', () => {
  const starts = [
    ['week', '2026-11-21T20:00:00', '2026-11-23T00:00:00'],
    ['week', '2026-11-22T23:59:59.999', '2026-11-23T00:00:00'],
    ['week', '2026-11-23T00:00:00', '2026-11-30T00:00:00'],
    ['week', '2026-12-31T12:00:00', '2027-01-04T00:00:00'],
    ['month', '2026-11-30T23:59:59.999', '2026-12-01T00:00:00'],
    ['month', '2026-12-01T00:00:00', '2027-01-01T00:00:00'],
    ['month', '2028-02-29T01:00:00', '2028-03-01T00:00:00'],
  ] as const;
  for (const [period, now, start] of starts) {
    assert.deepEqual(startAfter(period, at(now)), at(start), `${period} after ${now}`);
  }
});

test('the open-ended partition is cut at least a day ahead, unless it starts over ten days ahead', () => {
  const ends = [
    [MONTHS, null, '2026-11-21T20:00:00', '2026-12-01T00:00:00'],
    [MONTHS, null, '2026-11-30T00:00:00', '2027-01-01T00:00:00'],
    [MONTHS, null, '2026-11-29T23:59:59', '2026-12-01T00:00:00'],
    [MONTHS, '2026-12-01', '2026-11-20T00:00:00', undefined],
    [MONTHS, '2026-12-01', '2026-11-21T00:00:01', '2027-01-01T00:00:00'],
    [MONTHS, '2026-12-01', '2027-03-15T00:00:00', '2027-04-01T00:00:00'],
    [WEEKS, null, '2026-11-21T20:00:00', '2026-11-23T00:00:00'],
    [WEEKS, null, '2026-11-22T00:00:00', '2026-11-30T00:00:00'],
    [WEEKS, '2026-11-23', '2026-11-21T20:00:00', '2026-11-30T00:00:00'],
    [WEEKS, '2026-11-30', '2026-11-21T20:00:00', '2026-12-07T00:00:00'],
    [WEEKS, '2026-12-07', '2026-11-21T20:00:00', undefined],
  ] as const;
  for (const [log, from, now, end] of ends) {
    const given = rest(from === null ? null : at(`${from}T00:00:00`));
    assert.deepEqual(nextEnd(log, given, at(now)), end && at(end), `${String(from)} at ${now}`);
  }
});

test('only partitions that are past retention as a whole are expired, and the last one never is', () => {
  const days = ['2026-09-01', '2026-10-01', '2026-11-01'].map((day) => at(`${day}T00:00:00`));
  const partition = (from: Date | null, to: Date | null) => ({
    ...rest(from),
    to: to && firstIdAt('req', to),
  });
  const [september = null, october = null, november = null] = days;
  const all = [
    partition(november, null),
    partition(october, november),
    partition(null, september),
    partition(september, october),
  ];
  const old = (now: string) => oldPartitions(MONTHS, all, at(now), 30).map(({ to }) => to);
  const ids = days.map((day) => firstIdAt('req', day));
  assert.deepEqual(old('2026-09-30T23:59:59.999'), []);
  assert.deepEqual(old('2026-10-01T00:00:00'), ids.slice(0, 1));
  assert.deepEqual(old('2026-10-31T00:00:00'), ids.slice(0, 2));
  assert.deepEqual(old('2036-01-01T00:00:00'), ids);
});

test('the name of a partition contains its end', () => {
  const end = at('2027-02-01T00:00:00');
  assert.equal(nameOf(MONTHS, end), 'things_before_20270201');
  assert.deepEqual(endOf('before_20270201'), end);
  assert.throws(() => endOf('things_rest'));
});
