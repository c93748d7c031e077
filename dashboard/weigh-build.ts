import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}

export interface Build {
  readonly hash: string;
  readonly files: Readonly<Record<string, { gzip: number }>>;
  readonly entry: readonly string[];
  readonly chunks: Readonly<Record<string, Chunk>>;
}

export const FIRST_LIMIT_BYTES = 220 * 1024;
export const ROUTE_LIMIT_BYTES = 40 * 1024;

const SHELL = 'src/shell/shell.tsx';
const HOME = 'src/home/home.tsx';

/** What the last build recorded about itself. */
export async function readBuild(): Promise<Build> {
  // Written by the build.
  return JSON.parse(await readFile(join(import.meta.dirname, 'dist/build.json'), 'utf8')) as Build;
}

/** Compressed bytes that a browser needs for the pages that people open first, by module. */
export function weighFirst(build: Build): Map<string, number> {
  const first = [HOME, SHELL, 'src/entry/sign-in.tsx'];
  return new Map(
    first.map((name) => {
      if (build.chunks[name] === undefined) throw new Error(`${name} is no part of its own`);
      const shell = name === HOME ? filesOf(build, SHELL) : [];
      return [name, weight(build, new Set([...build.entry, ...shell, ...filesOf(build, name)]))];
    }),
  );
}

/** The same for each part that is loaded later, beyond what is there already. */
export function weighLater(build: Build): Map<string, number> {
  const shell = filesOf(build, SHELL);
  const later = Object.entries(build.chunks).filter(([, chunk]) => chunk.isDynamicEntry);
  return new Map(
    later.map(([name]) => {
      const files = [...filesOf(build, name)];
      return [name, weight(build, name === SHELL ? files : files.filter((f) => !shell.has(f)))];
    }),
  );
}

/** All files that a module needs before it can run, except those of the first load. */
function filesOf(build: Build, name: string, found = new Set<string>()): Set<string> {
  const chunk = build.chunks[name];
  if (chunk === undefined || found.has(chunk.file) || build.entry.includes(chunk.file)) {
    return found;
  }
  found.add(chunk.file);
  for (const sheet of chunk.css ?? []) if (!build.entry.includes(sheet)) found.add(sheet);
  for (const other of chunk.imports ?? []) filesOf(build, other, found);
  return found;
}

function weight(build: Build, files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + (build.files[file]?.gzip ?? 0), 0);
}
