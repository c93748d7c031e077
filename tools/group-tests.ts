import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from './repository.ts';

/** More would save little, and what waits for the last process would wait longer. */
const MOST_FILES = 8;

/** These change how something is loaded, which is too late if another file has loaded it. */
const SINGLE = [
  'server/src/agents/first-call.test.ts',
  'server/src/liquid/zkp.test.ts',
  'server/test/simulation/',
  'simulator/src/chain/load-zkp.test.ts',
];

/**
 * Neighbours share a process: loading what they import takes longer than most of their tests.
 * @param processes how many run at a time: none gets a second file before all have one
 */
export function groupFiles(files: readonly string[], processes: number): string[][] {
  const size = Math.min(MOST_FILES, Math.ceil(files.length / processes));
  const isSingle = (file: string): boolean => SINGLE.some((path) => file.startsWith(path));
  const shared = files.filter((file) => !isSingle(file));
  const groups = files.filter(isSingle).map((file) => [file]);
  for (let at = 0; at < shared.length; at += size) groups.push(shared.slice(at, at + size));
  return groups;
}

/** Writes the modules that the groups' processes start with, and returns their paths. */
export async function writeGroups(
  directory: string,
  groups: readonly (readonly string[])[],
  fileTimeoutMs: number,
): Promise<string[]> {
  const modules = await mkdtemp(join(directory, 'groups-'));
  const writing = groups.map(async (files, index) => {
    const path = join(modules, `${String(index)}.mjs`);
    const call = `await runGroup(${JSON.stringify(files)}, ${String(fileTimeoutMs)});`;
    await writeFile(path, `import { runGroup } from '${import.meta.url}';\n${call}\n`);
    return path;
  });
  return Promise.all(writing);
}

/** Runs one file after the other, each as a suite named by its path, with hooks of its own. */
export async function runGroup(files: readonly string[], fileTimeoutMs: number): Promise<void> {
  // A test may wait for a timer that keeps no process running.
  const alive = setInterval(() => undefined, fileTimeoutMs);
  for (const file of files) {
    await suite(file, { timeout: fileTimeoutMs }, async () => {
      await import(pathToFileURL(join(ROOT, file)).href);
    });
  }
  clearInterval(alive);
}
