import { DAY_MS, HOUR_MS } from '../durations.ts';

const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS };

/** How long ago `48h`, `7d` or an RFC 3339 time was; undefined for any other text. */
export function parseSince(text: string, now: Date): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([hd])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * (UNIT_MS[unit] ?? 0);
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text))
    return undefined;
  const ms = now.getTime() - new Date(text).getTime();
  return ms > 0 ? ms : undefined;
}
