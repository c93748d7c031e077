import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';

const UNITS_MS = [7 * DAY_MS, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS];

/** No months or years, which have no fixed length. How much is too much is said by the clock. */
const DURATION = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** Parses an ISO 8601 duration such as `PT20M` or `P1DT12H`; undefined if it is invalid or zero. */
export function readDuration(text: string): number | undefined {
  const [, ...counts] = DURATION.exec(text) ?? [];
  const ms = counts.reduce(
    (sum, count, unit) => sum + Number(count ?? 0) * (UNITS_MS[unit] ?? 0),
    0,
  );
  return ms > 0 ? ms : undefined;
}

/** An ISO 8601 duration in whole seconds, as `readDuration` reads it. */
export function writeDuration(ms: number): string {
  let left = Math.floor(ms / SECOND_MS) * SECOND_MS;
  const [, days = '', ...times] = UNITS_MS.map((unitMs, at) => {
    const count = at === 0 ? 0 : Math.floor(left / unitMs);
    left -= count * unitMs;
    return count === 0 ? '' : `${String(count)}${'WDHMS'.charAt(at)}`;
  });
  const time = times.join('');
  if (days + time === '') return 'PT0S';
  return `P${days}${time === '' ? '' : `T${time}`}`;
}
