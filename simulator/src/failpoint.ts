import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

let directory: string | undefined;

/** Tests only: from now on `failpoint(name)` looks for a file of that name in `dir`. */
export function armFailpoints(dir: string | undefined): void {
  directory = dir;
}

/**
 * Kills this process on the spot if a test has created a file of this name; the file is used up.
 */
export function failpoint(name: string): void {
  if (directory === undefined) return;
  const file = join(directory, name);
  // Throwing an error at every failpoint without a file would be expensive.
  if (!existsSync(file)) return;
  try {
    unlinkSync(file);
  } catch {
    // Another process took it, and dies of it.
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
