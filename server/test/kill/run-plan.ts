import { rmSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processesWith } from '../../../tools/smoke/processes.ts';
import { conduct, type Outcome } from './conduct.ts';
import { kill } from './gateway.ts';
import { makePlan, type Size } from './plan.ts';

/** Requests under way at once, of all gateways together. */
const CONCURRENCY = 24;

export interface RunSettings {
  readonly seed: number;
  readonly size: Size;
  /** Leaves the logs and the data where they are, and says where. */
  readonly keep?: boolean;
  readonly say: (line: string) => void;
}

/** Takes all gateways of a size through the plan of a seed, side by side. */
export async function runPlan({ seed, size, keep, say }: RunSettings): Promise<Outcome[]> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'ponte-kill-')));
  // As root the database runs as another user, who must be able to pass through.
  await chmod(scratch, 0o755);
  const forget = onInterruption(() => {
    for (const pid of processesWith(scratch)) kill(pid);
    rmSync(scratch, { recursive: true, force: true });
  });
  const plans = makePlan(seed, size);
  const settings = { scratch, say, concurrency: CONCURRENCY / plans.length };
  try {
    // Every one is waited for, so that none is left running when another fails.
    const ends = await Promise.allSettled(plans.map((plan) => conduct(plan, settings)));
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  } finally {
    forget();
    if (keep) say(`logs and data stay in ${scratch}`);
    else await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Leaves nothing behind: whoever restarts what was killed ends at the same instant. */
function onInterruption(clear: () => void): () => void {
  const end = (): never => {
    clear();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => SIGNALS.forEach((signal) => process.off(signal, end));
}
