/** The oldest form of a date names no zone, and means Greenwich. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * How many milliseconds a busy server asks for, in seconds or by a date (RFC 9110, 10.2.3);
 * undefined where it is neither.
 */
export function readRetryAfter(value: string, now: number): number | undefined {
  // White space behind a value is no part of it, and comes along.
  const text = value.trimEnd();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = ASCTIME.test(text) ? `${text} GMT` : text;
  const at = date.endsWith('GMT') ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
