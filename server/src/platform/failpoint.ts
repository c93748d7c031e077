import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

let directory: string | undefined;

/** Crash tests name a directory; in every other process failpoints do nothing. */
export function armFailpoints(dir: string | undefined): void {
  directory = dir;
}

/** Dies here, as by a power cut, when a crash test has laid a file of this name. */
export function failpoint(name: string): void {
  if (directory === undefined) return;
  const file = join(directory, name);
  // An error for each place that nobody laid a file for would be dear.
  if (!existsSync(file)) return;
  try {
    unlinkSync(file);
  } catch {
    // Another process took it, and dies of it.
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
