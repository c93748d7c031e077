import { drive } from '../kill/clients.ts';
import type { Outcome } from '../kill/conduct.ts';
import { gatherEvidence } from '../kill/gather-evidence.ts';
import { findViolations, type Violation } from '../kill/invariants.ts';
import { setUp } from '../kill/set-up.ts';
import { hurryLeases, untilSettled } from '../kill/settle.ts';
import { inScratch } from '../kill/scratch.ts';
import { watchNetwork } from '../kill/watch-network.ts';
import { startCluster } from './cluster.ts';
import { type Disturbed, disturb } from './disturb.ts';
import { makeScalePlan, type ScaleSize } from './plan.ts';

/** How the installation came through its plan. */
export interface ScaleOutcome extends Omit<Outcome, 'plan' | 'kills'> {
  readonly disturbed: Disturbed;
  readonly retried: number;
}

export interface ScaleSettings {
  readonly seed: number;
  readonly size: ScaleSize;
  /** The program. */
  readonly pgbouncer: string;
  readonly keep?: boolean;
  readonly say: (line: string) => void;
}

const CONCURRENCY = 24;

const WHOSE = { name: 'scale', generation: 'current' } as const;

/** Takes three APIs and three workers through the plan of a seed, and checks what is left. */
export function runScale(settings: ScaleSettings): Promise<ScaleOutcome> {
  const { keep, say } = settings;
  return inScratch('ponte-scale-', { keep, say }, (scratch) => conduct(scratch, settings));
}

async function conduct(
  scratch: string,
  { seed, size, pgbouncer, say }: ScaleSettings,
): Promise<ScaleOutcome> {
  const plan = makeScalePlan(seed, size);
  await using stack = new AsyncDisposableStack();
  const network = watchNetwork(scratch);
  const cluster = await startCluster(scratch, pgbouncer, stack);
  const { receiverSeed } = plan;
  const merchant = await setUp(cluster, stack, { concurrency: () => CONCURRENCY, receiverSeed });

  say('three APIs and three workers are up, the disturbance begins');
  const settled = new AbortController();
  stack.defer(() => settled.abort());
  const hurry = size.hurries ? hurryLeases(cluster, settled.signal) : Promise.resolve();
  const [driven, disturbed] = await Promise.all([
    Promise.all(plan.operations.map((operation) => drive(merchant, operation))),
    disturb(cluster, plan),
  ]);
  merchant.recover();
  say('every client is through, now it settles');
  const open = await untilSettled(cluster, merchant, plan.operations);
  settled.abort();
  await hurry;

  const evidence = await gatherEvidence(cluster, merchant, WHOSE, driven, network.end());
  const { retried, failed } = cluster.retries;
  return {
    disturbed,
    retried,
    evidence,
    open,
    networkWatch: network.means,
    violations: [
      ...findViolations(evidence),
      ...failed.map((what): Violation => ({ invariant: 'one retry', what })),
    ],
    statuses: merchant.client.statuses,
    reportedEnds: await cluster.reportedEnds(),
  };
}
