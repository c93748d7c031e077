import { rmSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith } from '../../../tools/smoke/processes.ts';
import { kill } from './ponte.ts';

interface Settings {
  /** Leaves what was written in place, and prints where. */
  readonly keep?: boolean | undefined;
  readonly say: (line: string) => void;
}

/** Works in a dedicated directory; neither it nor a process that names it is left behind. */
export async function inScratch<Result>(
  prefix: string,
  { keep, say }: Settings,
  work: (scratch: string) => Promise<Result>,
): Promise<Result> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  // As root the database runs as another user, who must be able to traverse this directory.
  await chmod(scratch, 0o755);
  const stopListening = onInterruption(() => {
    for (const pid of processesWith(scratch)) kill(pid);
    rmSync(scratch, { recursive: true, force: true });
  });
  try {
    return await work(scratch);
  } finally {
    stopListening();
    if (keep) say(`logs and data stay in ${scratch}`);
    else await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Leaves nothing behind: what restarts killed processes ends at the same instant. */
function onInterruption(clear: () => void): () => void {
  const end = (): never => {
    clear();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => SIGNALS.forEach((signal) => process.off(signal, end));
}
