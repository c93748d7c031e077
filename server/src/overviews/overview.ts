import { DAY_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';

export const PERIODS = ['today', '7d', '30d', 'month', 'last_month', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

export const PROVIDER_HEALTH = ['normal', 'unstable', 'paused', 'not_configured'] as const;
export type ProviderHealth = (typeof PROVIDER_HEALTH)[number];

/** Days in Brasília, both inclusive, as `2026-11-21`. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

interface PeriodQuery {
  readonly period?: PeriodName | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const MAX_DAYS = 366;

/** @throws ApiError invalid_request for a custom period that is invalid or too long */
export function readDayRange(query: PeriodQuery, today: string): DayRange {
  const { period = '7d' } = query;
  const month = today.slice(0, 8);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case '7d':
      return { first: addDays(today, -6), last: today };
    case '30d':
      return { first: addDays(today, -29), last: today };
    case 'month':
      return { first: `${month}01`, last: today };
    case 'last_month': {
      const last = addDays(`${month}01`, -1);
      return { first: `${last.slice(0, 8)}01`, last };
    }
    case 'custom':
      return readCustom(query);
  }
}

function readCustom({ from = '', to = '' }: PeriodQuery): DayRange {
  const days = isDay(from) && isDay(to) ? countDays({ first: from, last: to }) : 0;
  if (days < 1) {
    throw new ApiError('invalid_request', {
      text: {
        pt: 'O período precisa de um primeiro e um último dia, como 2026-11-01 e 2026-11-30.',
        en: 'The period needs a first and a last day, such as 2026-11-01 and 2026-11-30.',
      },
    });
  }
  if (days > MAX_DAYS) {
    throw new ApiError('invalid_request', {
      text: {
        pt: 'Período grande demais: até 12 meses.',
        en: 'The period is too long: up to 12 months.',
      },
    });
  }
  return { first: from, last: to };
}

/** The period of the same length right before this one. */
export function periodBefore(period: DayRange): DayRange {
  const last = addDays(period.first, -1);
  return { first: addDays(last, 1 - countDays(period)), last };
}

export function daysOf(period: DayRange): string[] {
  return Array.from({ length: countDays(period) }, (_, index) => addDays(period.first, index));
}

function countDays({ first, last }: DayRange): number {
  return Math.round((dayMs(last) - dayMs(first)) / DAY_MS) + 1;
}

/** Calendar arithmetic in UTC, where all days have the same length. */
function addDays(day: string, days: number): string {
  return new Date(dayMs(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** Only from the year 2000 to 2999: PostgreSQL has no year 0, and our API no five-digit years. */
function isDay(text: string): boolean {
  if (!text.startsWith('2')) return false;
  const ms = dayMs(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
