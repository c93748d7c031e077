/**
 * How many milliseconds a busy server asks for, in seconds or by a date (RFC 9110, 10.2.3);
 * undefined where it is neither.
 */
export function readRetryAfter(text: string, now: number): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
