import type { Outcome } from './conduct.ts';
import { orphansIn, type Violation } from './invariants.ts';

/** One column a gateway; short enough for a terminal. */
export function tableOf(outcomes: readonly Outcome[], seconds: number): string {
  const rows: [string, (outcome: Outcome) => string][] = [
    ['deposits', ({ evidence }) => String(evidence.deposits.length)],
    ['withdrawals', ({ evidence }) => String(evidence.withdrawals.length)],
    ['random kills', ({ kills }) => countsOf(kills.random)],
    ['failpoints hit', ({ kills, plan }) => `${kills.hit.length} of ${plan.failpoints.length}`],
    ['ended by themselves', ({ reportedEnds }) => ownEnds(reportedEnds)],
    ['answers', ({ statuses }) => countsOf(statuses)],
    ['attempts unknown', ({ evidence }) => String(sum([...evidence.doubtful.values()]))],
    ['orphans', ({ evidence }) => String(orphansOf(evidence).length)],
    ['events', ({ evidence }) => String(evidence.events.length)],
    ['deliveries', ({ evidence }) => String(evidence.deliveries.length)],
    ['webhooks received', ({ evidence }) => String(sum(evidence.endpoints.map(countReceived)))],
    ['still open', ({ open }) => open.join(', ') || 'nothing'],
  ];
  const lines = rows.map(([name, cell]) => [name, ...outcomes.map(cell)]);
  const table = [['', ...outcomes.map(({ plan }) => plan.generation)], ...lines];
  return [...alignColumns(table), `time ${seconds.toFixed(0)} s`].join('\n');
}

const EXAMPLES = 5;

/** Each violated invariant with the first examples. */
export function violationsOf(outcomes: readonly Outcome[]): string[] {
  const all: Violation[] = outcomes.flatMap(({ violations }) => violations);
  return [...Map.groupBy(all, ({ invariant }) => invariant)].flatMap(([invariant, some]) => [
    `✖ ${invariant}: ${some.length} violations, such as`,
    ...some.slice(0, EXAMPLES).map(({ what }) => `    ${what}`),
  ]);
}

function orphansOf({ charges, payouts }: Outcome['evidence']) {
  return orphansIn([...charges, ...payouts]);
}

function countReceived({ received }: { readonly received: readonly unknown[] }): number {
  return received.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function countsOf(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}

/** Ends other than by a kill, which mean that a process gave up by itself. */
function ownEnds(lines: readonly string[]): string {
  const own = lines.filter((line) => !line.includes('(SIGKILL)') && !line.startsWith(DATABASE));
  return own.length === 0 ? 'none' : own.map((line) => line.split('.')[0]).join(', ');
}

/** The database's guard ends by itself when what it guards was killed. */
const DATABASE = 'The database ended';

function alignColumns(table: readonly (readonly string[])[]): string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
