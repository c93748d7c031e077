import type { Finding, Probe, Row } from './scenario.ts';
import type { Rates } from './run-rounds.ts';

/** The verdict on a row or a finding. */
export type Verdict = 'goal' | 'held' | 'missed' | 'reported';

export interface Evaluation {
  readonly row: Row;
  readonly ratios: readonly number[];
  readonly verdict: Verdict;
}

export function median(values: readonly number[]): number {
  const ascending = values.toSorted((one, other) => one - other);
  const middle = ascending.length / 2;
  const low = ascending[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = ascending[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

export function evaluate(row: Row, rates: Rates): Evaluation {
  const own = rates.get(row.probe) ?? [];
  const beside = rates.get(row.beside) ?? [];
  const isOfTimes = row.limit !== undefined && 'most' in row.limit;
  const ratios = own.map((rate, round) => {
    const other = beside[round] ?? Number.NaN;
    return isOfTimes ? other / rate : rate / other;
  });
  return { row, ratios, verdict: verdictOf(row, median(ratios)) };
}

function verdictOf({ limit }: Row, ratio: number): Verdict {
  if (!limit) return 'reported';
  if (!Number.isFinite(ratio)) return 'missed';
  if ('most' in limit) return ratio <= limit.most ? 'held' : 'missed';
  if (ratio >= limit.goal) return 'goal';
  return ratio >= limit.floor ? 'held' : 'missed';
}

export function hasMissed({ value, most }: Finding): boolean {
  // Also what could not be measured.
  return most !== undefined && !(value <= most);
}

const WORDS: Readonly<Record<Exclude<Verdict, 'missed'>, string>> = {
  goal: 'goal reached',
  held: 'held',
  reported: '',
};
const ABOVE = '**above its limit**';

function wordOf(verdict: Verdict, { limit }: Row): string {
  if (verdict !== 'missed') return WORDS[verdict];
  return limit && 'most' in limit ? ABOVE : '**below its floor**';
}

/** One line for each row, in Markdown. */
export function ratiosTable(evaluated: readonly Evaluation[]): string {
  const rows = evaluated.map(({ row, ratios, verdict }) => [
    row.probe.what,
    row.beside.what,
    `**${median(ratios).toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    limitOf(row),
    wordOf(verdict, row),
  ]);
  return table(['What', 'Beside what', 'Ratio', 'Least to most', 'Held to', ''], rows, [2, 3]);
}

function limitOf({ limit }: Row): string {
  if (!limit) return '';
  if ('most' in limit) return `at most ${limit.most.toFixed(2)} times as long`;
  return `at least ${limit.floor.toFixed(2)}, goal ${limit.goal.toFixed(2)}`;
}

/** What the ratios were made of. */
export function ratesTable(rates: Rates): string {
  const rows = [...rates].map(([{ what }, perRound]: readonly [Probe, readonly number[]]) => [
    what,
    ...[median(perRound), Math.min(...perRound), Math.max(...perRound)].map((rate) =>
      rate.toFixed(rate < 100 ? 1 : 0),
    ),
  ]);
  return table(['A second', 'Median', 'Least', 'Most'], rows, [1, 2, 3]);
}

export function findingsTable(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => [
    finding.what,
    figureOf(finding.value, finding.unit),
    finding.most === undefined ? '' : `at most ${figureOf(finding.most, finding.unit)}`,
    finding.most === undefined ? '' : hasMissed(finding) ? ABOVE : WORDS.held,
  ]);
  return table(['What', 'Figure', 'Held to', ''], rows, [1]);
}

function figureOf(value: number, unit: Finding['unit']): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const figure = value.toFixed(digits);
  return unit === 'times' ? `${figure} times` : `${figure} ${unit}`.trim();
}

/** @param figures the columns that contain figures; the rest contain words */
function table(
  head: readonly string[],
  rows: readonly string[][],
  figures: readonly number[],
): string {
  const line = head.map((_, column) => (figures.includes(column) ? '---:' : '---'));
  return [head, line, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
