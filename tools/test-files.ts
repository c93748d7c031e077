import { relative } from 'node:path';
import { ROOT, projectFiles } from './repository.ts';

export interface Selection {
  /** From the repository's root, in starting order. */
  readonly files: string[];
  /** Limits the tests to names that this regular expression matches. */
  readonly only: string | undefined;
  /** Whether this is every ordinary test: only then does the coverage floor apply. */
  readonly whole: boolean;
  /** Whether each has the machine to itself, since it measures how long something takes. */
  readonly alone: boolean;
}

export interface TestFilter {
  readonly only?: string | undefined;
  /** The long files instead of the ordinary ones. */
  readonly long?: boolean | undefined;
  /** Only every second file, starting with the first or the second. */
  readonly half?: 0 | 1 | undefined;
}

/** These take longest, so they start first: what is left at the end then fills every core. */
const SLOWEST = [
  'server/test/pages/',
  'server/src/launch/',
  'server/test/roles/',
  'server/test/journeys/',
];

/** A file that is named is run, whether it is long or not. */
export function selectTests(
  paths: string[],
  { only, long = false, half }: TestFilter = {},
  all = projectFiles(),
): Selection {
  const wanted = paths.map((path) => relative(ROOT, path));
  const files = all
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => wanted.includes(file) || isLong(file) === long)
    .filter((file) => paths.length === 0 || wanted.some((path) => isAtOrBelow(file, path)))
    .filter((_file, index) => half === undefined || index % 2 === half);
  return {
    files: files.toSorted((one, other) => turnOf(one) - turnOf(other)),
    only,
    whole: paths.length === 0 && only === undefined && !long && half === undefined,
    alone: files.every(isLong),
  };
}

/** Varies with the commit, so that no file is left out for long. @param commit its hash */
export function halfOf(commit: string): 0 | 1 {
  return Number.parseInt(commit.slice(0, 8), 16) % 2 === 1 ? 1 : 0;
}

function isLong(file: string): boolean {
  return file.endsWith('.long.test.ts');
}

function turnOf(file: string): number {
  const turn = SLOWEST.findIndex((path) => file.startsWith(path));
  return turn === -1 ? SLOWEST.length : turn;
}

function isAtOrBelow(file: string, path: string): boolean {
  return path === '' || `${file}/`.startsWith(`${path}/`);
}
