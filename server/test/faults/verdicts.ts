import { relative } from 'node:path';
import { ROOT } from '../../../tools/repository.ts';
import type { TestEvent } from '../../../tools/test-report.ts';
import { type Row, WHOLE } from './row.ts';

interface Result {
  readonly name: string;
  readonly problem: string | undefined;
}

/** The results of each file's tests, by its path from the repository's root. */
export type Results = Map<string, Result[]>;

/** Adds the results of a run of test files. */
export async function collect(results: Results, events: AsyncIterable<TestEvent>): Promise<void> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.file === undefined || data.name === undefined) continue;
    const file = relative(ROOT, data.file);
    const problem = type === 'test:fail' ? wordsOf(data) : data.skip ? 'skipped' : undefined;
    const known = results.get(file) ?? [];
    results.set(file, [...known, { name: data.name, problem }]);
  }
}

function wordsOf({ details }: TestEvent['data']): string {
  const [first = ''] = (details?.error?.message ?? '').split('\n');
  return `failed: ${first.slice(0, 120)}`;
}

export interface Verdict {
  readonly row: Row;
  /** Tests that ran. */
  readonly tests: number;
  /** Files that this run left out for being long. */
  readonly left: number;
  readonly problems: readonly string[];
}

/** Whether a row held: every test that it names ran and passed. */
export function verdictOn(row: Row, results: Results, isRun: (file: string) => boolean): Verdict {
  const files = Object.entries(row.shownBy);
  const ran = files.filter(([file]) => isRun(file));
  const seen = ran.map(([file, names]) => lookAt(file, names, results.get(file) ?? []));
  return {
    row,
    tests: seen.reduce((sum, { tests }) => sum + tests, 0),
    left: files.length - ran.length,
    problems: seen.flatMap(({ problems }) => problems),
  };
}

function lookAt(
  file: string,
  names: readonly string[] | typeof WHOLE,
  results: readonly Result[],
): { tests: number; problems: string[] } {
  if (results.length === 0) return { tests: 0, problems: [`${file}: nothing ran`] };
  const wanted = names === WHOLE ? results.map(({ name }) => name) : names;
  const problems = wanted.flatMap((name) => {
    const found = results.filter((result) => result.name === name);
    if (found.length === 0) return [`${file}: '${name}' did not run`];
    return found.flatMap(({ problem }) => (problem ? [`${file}: '${name}' ${problem}`] : []));
  });
  return { tests: wanted.length, problems };
}

/** One line per row, and one more for each thing that did not hold. */
export function linesOf({ row, tests, left, problems }: Verdict): string[] {
  const said = `${row.id.padEnd(4)}${row.fault}: ${row.outcome}`;
  return [
    `${said}   ${verdictOf(tests, left, problems)}`,
    ...problems.map((one) => `      ✖ ${one}`),
  ];
}

function verdictOf(tests: number, left: number, problems: readonly string[]): string {
  if (problems.length > 0) return 'NOT HELD';
  if (tests === 0) return 'not run: its tests are long';
  const rest = left === 0 ? '' : `, ${String(left)} long ${left === 1 ? 'file' : 'files'} not run`;
  return `held (${String(tests)} ${tests === 1 ? 'test' : 'tests'}${rest})`;
}
