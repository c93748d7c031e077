import { dayInBrasilia } from '../words/format.ts';

/** The last twelve months including the present one, newest first, as `2026-11`. */
export function lastMonths(now: number): string[] {
  const [year = 0, month = 1] = dayInBrasilia(now).split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => monthAt(year * 12 + month - 1 - back));
}

function monthAt(months: number): string {
  return `${Math.trunc(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** From the first instant of a month in Brasília to the first instant after it. */
export function spanOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const startOf = (name: string) => new Date(`${name}-01T00:00:00-03:00`).toISOString();
  return { from: startOf(month), to: startOf(monthAt(year * 12 + number)) };
}

const YEAR_MS = 367 * 86_400_000;

/** What the server would refuse; a download link could not show that. */
export function isTooLong(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  return Date.parse(to) - Date.parse(from) > YEAR_MS;
}
