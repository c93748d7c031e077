const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes';
  readonly count: number;
}

/** Whole units, rounded down, so that nobody is promised too much time. Undefined: it is over. */
export function timeLeft(deadline: string, now: number): TimeLeft | undefined {
  const left = Date.parse(deadline) - now;
  if (left <= 0) return undefined;
  if (left >= 2 * DAY_MS) return { unit: 'days', count: Math.floor(left / DAY_MS) };
  if (left >= HOUR_MS) return { unit: 'hours', count: Math.floor(left / HOUR_MS) };
  return { unit: 'minutes', count: Math.floor(left / MINUTE_MS) };
}
