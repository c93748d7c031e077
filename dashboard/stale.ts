import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILES = ['index.html', 'package.json', 'vite.config.ts'];

/** Hashes what a build depends on: the sources, and the versions of what they import. */
export async function hashInputs(root: string): Promise<string> {
  const sources = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const paths = sources
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const hash = createHash('sha256');
  for (const path of [...FILES, ...paths.sort()]) {
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
    hash.update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}
