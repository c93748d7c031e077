import { ApiError } from '../errors.ts';

const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,3}(\d{0,6}))?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Times finer than a millisecond are rounded up: stored times are not as fine, so that the same
 * ones lie before and after it.
 * @throws ApiError invalid_request unless the text is an RFC 3339 time
 */
export function readTime(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const [, day, , finer = ''] = RFC_3339.exec(text) ?? [];
  const time = new Date(Date.parse(text) + (/[1-9]/.test(finer) ? 1 : 0));
  if (day !== undefined && isDay(day) && !Number.isNaN(time.getTime())) return time;
  throw new ApiError('invalid_request', {
    text: {
      pt: `${name} deve ser um horário RFC 3339, como 2026-11-21T12:34:56Z.`,
      en: `${name} must be an RFC 3339 time such as 2026-11-21T12:34:56Z.`,
    },
  });
}

/** `Date` would carry a day that its month does not have over into the next month. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
