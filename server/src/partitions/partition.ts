import { firstIdAt, type IdPrefix } from '../ids.ts';

/**
 * A table that is partitioned by time, which the ids in its column begin with. Its partitions lie
 * side by side without a gap; the last, `<table>_rest`, has no end, so that every row has a place.
 */
export interface Log {
  readonly table: string;
  readonly column: string;
  readonly prefix: IdPrefix;
  /** What goes together: the finer, the sooner it goes, and the more parts a list is made of. */
  readonly period: 'week' | 'month';
}

/** A partition that ends, by its smallest id and the first that is not in it any more. */
export interface Partition {
  readonly name: string;
  /** Null: whatever is older. */
  readonly from: string | null;
  /** Null: the rest. */
  readonly to: string | null;
  /** It was taken out, and those who still read the table as it was are waited for. */
  readonly isLeaving: boolean;
}

const DAY_MS = 86_400_000;

/** Clocks of processes differ, and what is written now must not fall behind an end. */
const AT_LEAST_AHEAD_MS = DAY_MS;
/** The rest begins no earlier than so long from now, so that it stays empty. */
const AHEAD_MS = 10 * DAY_MS;

/** Where the rest is to end and a new one begins; undefined while that is far enough from now. */
export function nextEnd({ prefix, period }: Log, rest: Partition, now: Date): Date | undefined {
  if (rest.from !== null && rest.from > firstIdAt(prefix, after(now, AHEAD_MS))) return undefined;
  let end = startAfter(period, after(now, AT_LEAST_AHEAD_MS));
  while (rest.from !== null && firstIdAt(prefix, end) <= rest.from) end = startAfter(period, end);
  return end;
}

/** Those of which everything was made longer ago than so many days, the oldest first. */
export function oldOnes(
  { prefix }: Log,
  partitions: readonly Partition[],
  now: Date,
  days: number,
): Partition[] {
  const since = firstIdAt(prefix, after(now, -days * DAY_MS));
  return partitions
    .filter(({ to }) => to !== null && to <= since)
    .toSorted((one, other) => ((one.to ?? '') < (other.to ?? '') ? -1 : 1));
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** The first beginning of a week, on a Monday, or of a month after this time, in UTC. */
export function startAfter(period: Log['period'], at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (period === 'month') return new Date(Date.UTC(year, month + 1, 1));
  return new Date(Date.UTC(year, month, day + 7 - ((at.getUTCDay() + 6) % 7)));
}

/** `api_requests_before_20261201`. */
export function nameOf({ table }: Log, end: Date): string {
  return `${table}_${endingName(end)}`;
}

/** Of the constraint that says where the rest is about to end. */
export function endingName(end: Date): string {
  return `before_${end.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

export function endOf(endingName: string): Date {
  const [, year, month, day] = /_?before_(\d{4})(\d\d)(\d\d)$/.exec(endingName) ?? [];
  const end = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(end)) throw new Error(`${endingName} names no day`);
  return new Date(end);
}
