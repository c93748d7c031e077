import type { Evidence } from './evidence.ts';

/** The kind of event for a status; there is none for PENDING and PROCESSING. */
const KINDS: Readonly<Record<string, string>> = {
  dep_CONFIRMED: 'deposit.confirmed',
  dep_FAILED: 'deposit.failed',
  dep_REFUNDED: 'deposit.refunded',
  wdr_COMPLETED: 'withdrawal.completed',
  wdr_FAILED: 'withdrawal.failed',
  wdr_EXPIRED: 'withdrawal.expired',
};

/** Exactly one event of a kind for each status that was reached, and none for any other. */
export function checkEvents({ transitions, events }: Evidence): string[] {
  const reached = transitions.flatMap(({ resourceId, toStatus }) => {
    const kind = KINDS[`${resourceId.slice(0, 4)}${toStatus}`];
    return kind === undefined ? [] : [`${resourceId} ${kind}`];
  });
  const reported = events.map(({ resourceId, kind }) => `${resourceId} ${kind}`);
  const counts = new Map<string, { reached: number; reported: number }>();
  const countOf = (name: string): { reached: number; reported: number } => {
    const count = counts.get(name) ?? { reached: 0, reported: 0 };
    counts.set(name, count);
    return count;
  };
  for (const name of reached) countOf(name).reached += 1;
  for (const name of reported) countOf(name).reported += 1;
  return [...counts]
    .filter(([, count]) => count.reached !== 1 || count.reported !== 1)
    .map(
      ([name, count]) =>
        `${name} was reached ${String(count.reached)} times and reported ${String(count.reported)} times`,
    );
}

/** The journal counts 1, 2, 3 … */
export function checkSequence({ events }: Evidence): string[] {
  const numbers = events.map(({ sequence }) => sequence ?? 0).sort((one, other) => one - other);
  const gap = numbers.findIndex((number, index) => number !== index + 1);
  return gap < 0 ? [] : [`place ${String(gap + 1)} of the journal has ${String(numbers[gap])}`];
}
