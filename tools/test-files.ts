import { relative } from 'node:path';
import { ROOT, projectFiles } from './repository.ts';

export interface Selection {
  /** From the repository's root. */
  readonly files: string[];
  /** Tests are limited to the names that this regular expression finds. */
  readonly only: string | undefined;
  /** Whether this is everything: then nothing may be left out, and the coverage floor holds. */
  readonly whole: boolean;
}

export function selectTests(paths: string[], only: string | undefined): Selection {
  const all = projectFiles().filter((path) => path.endsWith('.test.ts'));
  const wanted = paths.map((path) => relative(ROOT, path));
  const isWanted = (file: string) => wanted.some((path) => isAtOrBelow(file, path));
  return {
    files: paths.length === 0 ? all : all.filter(isWanted),
    only,
    whole: paths.length === 0 && only === undefined,
  };
}

function isAtOrBelow(file: string, path: string): boolean {
  return path === '' || `${file}/`.startsWith(`${path}/`);
}
