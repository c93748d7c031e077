import { unlinkSync } from 'node:fs';
import { join } from 'node:path';

let directory: string | undefined;

/** Crash tests name a directory; in every other process failpoints do nothing. */
export function armFailpoints(dir: string | undefined): void {
  directory = dir;
}

/** Dies here, as by a power cut, when a crash test has laid a file of this name. */
export function failpoint(name: string): void {
  if (directory === undefined) return;
  try {
    unlinkSync(join(directory, name));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
