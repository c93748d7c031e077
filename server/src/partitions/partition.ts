import { DAY_MS } from '../durations.ts';
import { firstIdAt, type IdPrefix } from '../ids.ts';

/**
 * A table that is partitioned by the time at the beginning of the ids in its column. Partitions are
 * adjacent, and the last, `<table>_rest`, is open-ended, so that every row has a place.
 */
export interface Log {
  readonly table: string;
  readonly column: string;
  readonly prefix: IdPrefix;
  /** The length of a partition: shorter ones are dropped sooner, but lists read more of them. */
  readonly period: 'week' | 'month';
}

/** A partition, with its smallest id and the first id after it. */
export interface Partition {
  readonly name: string;
  /** Null: no lower bound. */
  readonly from: string | null;
  /** Null: the open-ended rest. */
  readonly to: string | null;
  /** Whether it is being detached, waiting for readers of the old table. */
  readonly isLeaving: boolean;
}

/** Process clocks differ, and a row written now must not fall before an end just set. */
const AT_LEAST_AHEAD_MS = DAY_MS;
/** The rest must not start earlier than this, so that it stays empty. */
const AHEAD_MS = 10 * DAY_MS;

/** Where the rest has to end and a new one begin; undefined while that is far enough ahead. */
export function nextEnd({ prefix, period }: Log, rest: Partition, now: Date): Date | undefined {
  if (rest.from !== null && rest.from > firstIdAt(prefix, after(now, AHEAD_MS))) return undefined;
  let end = startAfter(period, after(now, AT_LEAST_AHEAD_MS));
  while (rest.from !== null && firstIdAt(prefix, end) <= rest.from) end = startAfter(period, end);
  return end;
}

/** Partitions in which everything is more than `days` old, oldest first. */
export function oldPartitions(
  log: Log,
  partitions: readonly Partition[],
  now: Date,
  days: number,
): Partition[] {
  const since = firstIdToKeep(log, now, days);
  return partitions
    .filter(({ to }) => to !== null && to <= since)
    .toSorted((one, other) => ((one.to ?? '') < (other.to ?? '') ? -1 : 1));
}

/** What is before it is more than `days` old. */
export function firstIdToKeep({ prefix }: Log, now: Date, days: number): string {
  return firstIdAt(prefix, after(now, -days * DAY_MS));
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** The next start of a week (Monday) or of a month, in UTC. */
export function startAfter(period: Log['period'], at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, day + 7 - ((at.getUTCDay() + 6) % 7)));
}

/** `api_requests_before_20261201`. */
export function nameOf({ table }: Log, end: Date): string {
  return `${table}_${boundaryName(end)}`;
}

/** The name of the constraint that announces where the rest will end. */
export function boundaryName(end: Date): string {
  return `before_${end.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

export function endOf(boundaryName: string): Date {
  const [, year, month, day] = /_?before_(\d{4})(\d\d)(\d\d)$/.exec(boundaryName) ?? [];
  const end = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(end)) throw new Error(`${boundaryName} names no day`);
  return new Date(end);
}
