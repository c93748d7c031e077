import type { Outcome } from './conduct.ts';
import type { Evidence } from './evidence.ts';
import { orphansIn, type Violation } from './invariants.ts';

/** One column per gateway; narrow enough for a terminal. */
export function tableOf(outcomes: readonly Outcome[], seconds: number): string {
  const columns = outcomes.map((outcome): [string, string][] => {
    const { plan, kills, evidence, statuses, open, reportedEnds, networkWatch } = outcome;
    return [
      ['', plan.name],
      ['random kills', countsOf(kills.random)],
      ['failpoint kills', String(sum([...kills.hits.values()]))],
      ['ended by themselves', ownEnds(reportedEnds)],
      ['answers', countsOf(statuses)],
      ...evidenceRows(evidence),
      ['other machines', networkRow(evidence, networkWatch)],
      ['still open', open.join(', ') || 'nothing'],
    ];
  });
  const rows = (columns[0] ?? []).map(([name], index) => [
    name,
    ...columns.map((column) => column[index]?.[1] ?? ''),
  ]);
  return tableOfColumns(rows, seconds);
}

/** How often a process died at each, one line per failpoint. */
export function failpointsOf(outcomes: readonly Outcome[]): string {
  const names = new Set(outcomes.flatMap(({ plan }) => plan.failpoints.map(({ name }) => name)));
  const rows = [...names]
    .sort()
    .map((name) => [name, ...outcomes.map(({ kills }) => String(kills.hits.get(name) ?? 0))]);
  return alignColumns([['died at', ...outcomes.map(({ plan }) => plan.name)], ...rows]).join('\n');
}

/** The volume of what was examined. */
export function evidenceRows(evidence: Evidence): [string, string][] {
  return [
    ['deposits', String(evidence.deposits.length)],
    ['withdrawals', String(evidence.withdrawals.length)],
    ['attempts unknown', String(sum([...evidence.doubtful.values()]))],
    ['orphans', String(orphansOf(evidence).length)],
    ['events', String(evidence.events.length)],
    ['deliveries', String(evidence.deliveries.length)],
    ['webhooks received', String(sum(evidence.endpoints.map(countReceived)))],
  ];
}

/** Whether anybody connected to another machine, and how that is known. */
export function networkRow({ outside }: Evidence, means: string): string {
  return `${outside.length === 0 ? 'none' : String(outside.length)} (${means})`;
}

export function tableOfColumns(rows: readonly (readonly string[])[], seconds: number): string {
  return [...alignColumns(rows), `time ${seconds.toFixed(0)} s`].join('\n');
}

const EXAMPLES = 5;

/** Each violated invariant with the first examples, and each planned death that nothing died. */
export function violationsOf(outcomes: readonly Outcome[]): string[] {
  const planned = new Set<string>(
    outcomes.flatMap(({ plan: { kills, failpoints } }) => [
      ...kills.map(({ role }) => role),
      ...failpoints.map(({ name }) => name),
    ]),
  );
  const died = outcomes.flatMap(({ kills }) => [...kills.random.keys(), ...kills.hits.keys()]);
  const missed = [...planned.difference(new Set(died))].map((name): Violation => ({
    invariant: 'deaths',
    what: `no planned death happened: ${name}`,
  }));
  return linesOf([...outcomes.flatMap(({ violations }) => violations), ...missed]);
}

export function linesOf(all: readonly Violation[]): string[] {
  return [...Map.groupBy(all, ({ invariant }) => invariant)].flatMap(([invariant, some]) => [
    `✖ ${invariant}: ${some.length} violations, such as`,
    ...some.slice(0, EXAMPLES).map(({ what }) => `    ${what}`),
  ]);
}

function orphansOf({ charges, payouts }: Evidence) {
  return orphansIn([...charges, ...payouts]);
}

function countReceived({ received }: { readonly received: readonly unknown[] }): number {
  return received.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function countsOf(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}

/** Exits other than by a kill, which mean that a process gave up. */
export function ownEnds(lines: readonly string[]): string {
  const own = lines.filter((line) => !line.includes('(SIGKILL)') && !line.startsWith(DATABASE));
  return own.length === 0 ? 'none' : own.map((line) => line.split('.')[0]).join(', ');
}

/** The database's guard exits by itself when what it guards was killed. */
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
