import { conduct, type Outcome } from './conduct.ts';
import { startGateway } from './gateway.ts';
import { makePlan, type Size } from './plan.ts';
import { isCompiled } from './ponte.ts';
import { inScratch } from './scratch.ts';

/** Requests in flight at once, over all gateways: those still running share them equally. */
const CONCURRENCY = 24;

export interface RunSettings {
  readonly seed: number;
  readonly size: Size;
  /** Leaves the logs and the data in place, and prints where. */
  readonly keep?: boolean;
  readonly say: (line: string) => void;
}

/** Takes all gateways of a size through the plan of a seed, side by side. */
export function runPlan({ seed, size, keep, say }: RunSettings): Promise<Outcome[]> {
  const plans = makePlan(seed, size);
  return inScratch('ponte-kill-', { keep, say }, async (scratch) => {
    // Worth it if much is restarted.
    if (!size.hurries && !isCompiled) await compileAll(scratch);
    let atIt = plans.length;
    const concurrency = (): number => CONCURRENCY / atIt;
    const onThrough = (): void => {
      // The last one has all of it; avoids a division by zero.
      atIt = Math.max(1, atIt - 1);
    };
    const settings = { scratch, say, concurrency, onThrough };
    // All are awaited, so that none is left running when another fails.
    const ends = await Promise.allSettled(plans.map((plan) => conduct(plan, settings)));
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  });
}

/** Lets a gateway end cleanly once: a killed process does not save its compile cache. */
async function compileAll(scratch: string): Promise<void> {
  const gateway = await startGateway(scratch, { name: 'compiled', generation: 'current' });
  await gateway.ready().finally(() => gateway.stop());
}
