import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

let directory: string | undefined;

/** Crash tests set a directory; in any other process failpoints do nothing. */
export function armFailpoints(dir: string | undefined): void {
  directory = dir;
}

/** Kills this process, as a power cut would, if a crash test has created a file of this name. */
export function failpoint(name: string): void {
  if (directory === undefined) return;
  const file = join(directory, name);
  // Checked first, since an exception at every failpoint without a file would be expensive.
  if (!existsSync(file)) return;
  try {
    unlinkSync(file);
  } catch {
    // Another process took the file, and is killed instead.
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
