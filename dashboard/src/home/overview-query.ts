import type { QueryOf } from '../api/call.ts';
import { daysOf, isPreset, type Preset, readPeriod } from '../ui/period.ts';

export const HOME_PERIOD = '7d';

const NAMES: Record<Preset, NonNullable<QueryOf<'getOverview'>['period']>> = {
  hoje: 'today',
  '7d': '7d',
  '30d': '30d',
  mes: 'month',
  'mes-passado': 'last_month',
};

/** The server has its own names for the presets, and works out their days itself. */
export function overviewQuery(period: string): QueryOf<'getOverview'> {
  const days = daysOf(period);
  if (days !== undefined) return { period: 'custom', from: days[0], to: days[1] };
  return { period: NAMES[isPreset(period) ? period : HOME_PERIOD] };
}

/**
 * Whether the period has gone on since the server summed it up: a day or a month has ended.
 * @param to where the server's ended
 */
export function isOutdated(period: string, to: string, now: number): boolean {
  const until = readPeriod(period, now)?.until;
  return Date.parse(to) < (until === undefined ? now : Date.parse(until));
}

/** In basis points; undefined where there was nothing to compare with. */
export function changeOf(present: number, before: number): number | undefined {
  if (before === 0) return undefined;
  return Math.round(((present - before) / before) * 10_000);
}
