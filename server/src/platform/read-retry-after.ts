/** The oldest date format names no zone, and means GMT. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/**
 * How many milliseconds a busy server asks to wait, given in seconds or as a date (RFC 9110,
 * 10.2.3); undefined if it is neither.
 */
export function readRetryAfter(value: string, now: number): number | undefined {
  // Trailing white space is not part of the value, but is not stripped.
  const text = value.trimEnd();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = ASCTIME.test(text) ? `${text} GMT` : text;
  const at = date.endsWith('GMT') ? Date.parse(date) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
