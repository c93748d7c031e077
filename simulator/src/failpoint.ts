import { unlinkSync } from 'node:fs';
import { join } from 'node:path';

let directory: string | undefined;

/** Tests only: from now on `failpoint(name)` looks for a file of that name in `dir`. */
export function armFailpoints(dir: string | undefined): void {
  directory = dir;
}

/** Kills this process on the spot if a test laid a file of this name; the file is used up. */
export function failpoint(name: string): void {
  if (directory === undefined) return;
  try {
    unlinkSync(join(directory, name));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
