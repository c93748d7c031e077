const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes';
  readonly count: number;
}

/** Whole units, rounded down: nobody is promised time that there is not. Undefined: it is over. */
export function timeLeft(deadline: string, now: number): TimeLeft | undefined {
  const left = Date.parse(deadline) - now;
  if (left <= 0) return undefined;
  if (left >= 2 * DAY) return { unit: 'days', count: Math.floor(left / DAY) };
  if (left >= HOUR) return { unit: 'hours', count: Math.floor(left / HOUR) };
  return { unit: 'minutes', count: Math.floor(left / MINUTE) };
}
