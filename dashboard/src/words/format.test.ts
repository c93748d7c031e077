import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  date,
  dateTime,
  dayInBrasilia,
  depix,
  isToday,
  money,
  percent,
  relative,
  shortened,
  waitOf,
} from './format.ts';

const NOW = Date.parse('2026-11-21T17:05:00.000Z');

/** Amounts contain non-breaking spaces; tests are easier to read with plain ones. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

test('amounts and percentages are formatted for the language, exact to the cent', () => {
  assert.equal(plain(money(123_456, 'pt')), 'R$ 1.234,56');
  assert.equal(plain(money(123_456, 'en')), 'R$ 1,234.56');
  assert.equal(plain(money(-5, 'pt')), '-R$ 0,05');
  assert.equal(plain(money(0, 'pt')), 'R$ 0,00');
  assert.equal(plain(money(9_007_199_254_740_991, 'pt')), 'R$ 90.071.992.547.409,91');
  assert.equal(plain(depix(10_000, 'pt')), '100,00 DePix');
  assert.equal(plain(percent(250, 'pt')), '2,5 %');
  assert.equal(percent(250, 'en'), '2.5%');
});

test('times are shown in Brasília time, with its date', () => {
  assert.equal(dateTime('2026-11-21T17:05:00.000Z', 'pt'), '21/11/2026 às 14:05 (Brasília)');
  assert.equal(dateTime('2026-12-01T02:59:59.000Z', 'pt'), '30/11/2026 às 23:59 (Brasília)');
  assert.equal(dateTime('2026-11-21T17:05:00.000Z', 'en'), '21 Nov 2026 at 14:05 (Brasília)');
  assert.equal(date('2026-12-01T02:59:59.000Z', 'pt'), '30/11/2026');
});

test('relative times use whole units, and less than a minute is now', () => {
  assert.equal(relative('2026-11-21T17:02:00.000Z', NOW, 'pt'), 'há 3 minutos');
  assert.equal(relative('2026-11-21T17:09:00.000Z', NOW, 'en'), 'in 4 minutes');
  assert.equal(relative('2026-11-21T17:04:40.000Z', NOW, 'pt'), 'agora');
  assert.equal(relative('2026-11-20T17:00:00.000Z', NOW, 'pt'), 'ontem');
});

test('yesterday and tomorrow are calendar days in Brasília', () => {
  const now = Date.parse('2026-11-26T01:00:00-03:00');
  const days: [string, string][] = [
    ['2026-11-24T02:00:00-03:00', 'anteontem'],
    ['2026-11-25T00:30:00-03:00', 'ontem'],
    ['2026-11-25T01:30:00-03:00', 'há 23 horas'],
    ['2026-11-27T23:30:00-03:00', 'amanhã'],
    ['2026-11-28T00:30:00-03:00', 'depois de amanhã'],
    ['2026-11-20T23:59:00-03:00', 'há 6 dias'],
  ];
  for (const [iso, words] of days) assert.equal(relative(iso, now, 'pt'), words, iso);
  assert.equal(relative('2026-11-24T02:00:00-03:00', now, 'en'), '2 days ago');
});

test('a day is formatted as YYYY-MM-DD whatever the browser’s locale data', (t) => {
  const { DateTimeFormat } = Intl;
  // The locale data of 2023, in which Canada writes dates like the United States.
  class OfThen extends DateTimeFormat {
    constructor(language: string, options: Intl.DateTimeFormatOptions) {
      super(language === 'en-CA' ? 'en-US' : language, options);
    }
  }
  Object.assign(Intl, { DateTimeFormat: OfThen });
  t.after(() => Object.assign(Intl, { DateTimeFormat }));
  assert.equal(dayInBrasilia(Date.parse('2026-12-01T02:59:59.000Z')), '2026-11-30');
  assert.equal(dayInBrasilia(new Date('2026-01-05T03:00:00.000Z')), '2026-01-05');
});

test('today is the day in Brasília', () => {
  const now = Date.parse('2026-11-26T01:00:00-03:00');
  assert.equal(isToday('2026-11-26T00:00:00-03:00', now), true);
  assert.equal(isToday('2026-11-26T23:59:00-03:00', now), true);
  assert.equal(isToday('2026-11-25T23:59:00-03:00', now), false);
  assert.equal(isToday('2026-11-27T00:00:00-03:00', now), false);
});

test('a long text is shortened in the middle, a short one is unchanged', () => {
  assert.equal(shortened('lq1qqabcdefghijklmnop'), 'lq1qqa…mnop');
  assert.equal(shortened('short'), 'short');
});

test('a wait is rounded up', () => {
  assert.equal(waitOf(45), '45 s');
  assert.equal(waitOf(61), '2 min');
  assert.equal(waitOf(3_540), '59 min');
  assert.equal(waitOf(3_541), '1 h');
  assert.equal(waitOf(3_601), '2 h');
});
