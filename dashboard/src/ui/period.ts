import { dayInBrasilia } from '../words/format.ts';

export const PRESETS = ['hoje', '7d', '30d', 'mes', 'mes-passado'] as const;
export type Preset = (typeof PRESETS)[number];

/**
 * A span of time: from its first instant to the first instant after it. One that lasts until today
 * has no end, since the newest rows may be ahead of this device's clock.
 */
interface Period {
  readonly from: string;
  readonly until: string | undefined;
}

/** No limits on days. It never appears in an address. */
export const ANY_TIME = 'sempre';

/** A list's default days: somebody who looks for one thing means any time. */
export function usualPeriod(isSought: boolean): string {
  return isSought ? ANY_TIME : '30d';
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Brasília has had no daylight saving since 2019, so its day begins at 03:00 UTC. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00-03:00`);
}

function between(firstDay: string, lastDay: string): Period | undefined {
  const from = startOf(firstDay);
  const until = startOf(lastDay) + DAY_MS;
  if (!DATE.test(firstDay) || !DATE.test(lastDay) || !(from < until)) return undefined;
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
}

function since(firstDay: string): Period {
  return { from: new Date(startOf(firstDay)).toISOString(), until: undefined };
}

/**
 * A preset stays a preset in the address, so that a bookmark never goes stale. Undefined for any
 * time, and for what is not a period.
 */
export function readPeriod(value: string, now: number): Period | undefined {
  const today = dayInBrasilia(now);
  const month = today.slice(0, 7);
  if (value === 'hoje') return since(today);
  if (value === '7d') return since(dayInBrasilia(now - 6 * DAY_MS));
  if (value === '30d') return since(dayInBrasilia(now - 29 * DAY_MS));
  if (value === 'mes') return since(`${month}-01`);
  if (value === 'mes-passado') {
    const last = dayInBrasilia(startOf(`${month}-01`) - 1);
    return between(`${last.slice(0, 7)}-01`, last);
  }
  return readDays(value);
}

/** Of a period that is still under way, now. */
export function lastInstant({ until }: Period, now: number): string {
  return new Date(until === undefined ? now : Date.parse(until) - 1).toISOString();
}

/** A custom period, which does not depend on the present time. */
function readDays(value: string): Period | undefined {
  const [first = '', last = ''] = value.split('..');
  return between(first, last);
}

export function isPeriod(value: string): boolean {
  return isPreset(value) || readDays(value) !== undefined;
}

export function isPreset(value: string): value is Preset {
  return PRESETS.some((preset) => preset === value);
}

export function customPeriod(firstDay: string, lastDay: string): string {
  return `${firstDay}..${lastDay}`;
}

/** The two days of a custom period, or undefined for a preset. */
export function daysOf(value: string): readonly [string, string] | undefined {
  const [first, last] = value.split('..');
  return first === undefined || last === undefined ? undefined : [first, last];
}

/**
 * The custom period with another first or last day. The other end moves along if the period would
 * end before it begins. A year still being typed, `0202` on the way to 2026, is not a day yet.
 */
export function withDay(
  [first, last]: readonly [string, string],
  end: 'first' | 'last',
  day: string,
): string | undefined {
  if (day < '2000' || readDays(customPeriod(day, day)) === undefined) return undefined;
  const moved = end === 'first' ? customPeriod(day, last) : customPeriod(first, day);
  return readDays(moved) === undefined ? customPeriod(day, day) : moved;
}
