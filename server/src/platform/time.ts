import { ApiError } from '../errors.ts';

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i;

/** @throws ApiError invalid_request unless the text is an RFC 3339 time */
export function readTime(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const day = RFC_3339.exec(text)?.[1];
  const time = new Date(text);
  if (day !== undefined && isDay(day) && !Number.isNaN(time.getTime())) return time;
  throw new ApiError('invalid_request', {
    text: {
      pt: `${name} deve ser um horário RFC 3339, como 2026-11-21T12:34:56Z.`,
      en: `${name} must be an RFC 3339 time such as 2026-11-21T12:34:56Z.`,
    },
  });
}

/** A `Date` would count a day that its month does not have on into the next. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
