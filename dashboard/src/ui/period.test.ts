import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPeriod, lastInstant, PRESETS, readPeriod, withDay } from './period.ts';

/** 23:30 on 30 November in Brasília, when it is already December in UTC. */
const LATE = Date.parse('2026-12-01T02:30:00.000Z');

test('a preset period is counted in Brasília days', () => {
  assert.equal(readPeriod('hoje', LATE)?.from, '2026-11-30T03:00:00.000Z');
  assert.equal(readPeriod('7d', LATE)?.from, '2026-11-24T03:00:00.000Z');
  assert.equal(readPeriod('mes', LATE)?.from, '2026-11-01T03:00:00.000Z');
  assert.deepEqual(readPeriod('mes-passado', LATE), {
    from: '2026-10-01T03:00:00.000Z',
    until: '2026-11-01T03:00:00.000Z',
  });
  for (const preset of PRESETS) assert.ok(readPeriod(preset, LATE) && isPeriod(preset), preset);
});

test('a preset that lasts until today has no end', () => {
  for (const preset of ['hoje', '7d', '30d', 'mes']) {
    assert.equal(readPeriod(preset, LATE)?.until, undefined, preset);
  }
});

test('a period ends with the last instant of its last day, or now', () => {
  const lastOf = (value: string): string | undefined => {
    const period = readPeriod(value, LATE);
    return period && lastInstant(period, LATE);
  };
  assert.equal(lastOf('mes-passado'), '2026-11-01T02:59:59.999Z');
  assert.equal(lastOf('30d'), '2026-12-01T02:30:00.000Z');
});

test('in January, last month is December of the previous year', () => {
  const january = Date.parse('2027-01-15T12:00:00.000Z');
  assert.equal(readPeriod('mes-passado', january)?.from, '2026-12-01T03:00:00.000Z');
});

test('a range of two days lasts until the end of the second', () => {
  assert.deepEqual(readPeriod('2026-11-01..2026-11-02', LATE), {
    from: '2026-11-01T03:00:00.000Z',
    until: '2026-11-03T03:00:00.000Z',
  });
});

test('a malformed period is rejected', () => {
  for (const text of ['', '..', 'ontem', '2026-11-02..2026-11-01', '2026-13-01..2026-13-02']) {
    assert.equal(readPeriod(text, LATE), undefined, text);
    assert.equal(isPeriod(text), false, text);
  }
});

test('choosing a day beyond the other end moves that end too', () => {
  const days = ['2026-11-10', '2026-11-20'] as const;
  assert.equal(withDay(days, 'first', '2026-11-15'), '2026-11-15..2026-11-20');
  assert.equal(withDay(days, 'first', '2026-12-01'), '2026-12-01..2026-12-01');
  assert.equal(withDay(days, 'last', '2026-11-15'), '2026-11-10..2026-11-15');
  assert.equal(withDay(days, 'last', '2026-11-01'), '2026-11-01..2026-11-01');
});

test('an incomplete or invalid day does not change the period', () => {
  for (const day of ['', '2026-11', '0202-11-15', '2026-13-01']) {
    assert.equal(withDay(['2026-11-10', '2026-11-20'], 'first', day), undefined, day);
  }
});
