import { drive } from './clients.ts';
import type { Evidence } from './evidence.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { startGateway } from './gateway.ts';
import { findViolations, type Violation } from './invariants.ts';
import { killByPlan, type Kills } from './killer.ts';
import type { Failpoint } from './failpoints.ts';
import { openLure } from './lure.ts';
import type { GatewayPlan } from './plan.ts';
import type { Client, Concurrency } from './requests.ts';
import { openReserve } from './reserve.ts';
import { setUp } from './set-up.ts';
import { hurryLeases, untilSettled } from './settle.ts';
import { watchNetwork } from './watch-network.ts';

/** How one gateway came through its plan. */
export interface Outcome {
  readonly plan: GatewayPlan;
  readonly kills: Kills;
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
  readonly statuses: Client['statuses'];
  /** What had not settled when the time was up. */
  readonly open: readonly string[];
  /** How connections to other machines were detected. */
  readonly networkWatch: string;
  readonly reportedEnds: readonly string[];
}

interface Settings {
  /** A directory for this run, which the database's user can enter. */
  readonly scratch: string;
  readonly concurrency: Concurrency;
  /** Called when every client is done, and others may have its share of the concurrency. */
  readonly onThrough: () => void;
  readonly say: (line: string) => void;
}

/** Takes one gateway through its plan and checks what is left of it. */
export async function conduct(plan: GatewayPlan, settings: Settings): Promise<Outcome> {
  const { scratch, concurrency, onThrough, say } = settings;
  const { name, receiverSeed } = plan;
  await using stack = new AsyncDisposableStack();
  const network = watchNetwork(scratch);
  const gateway = await startGateway(scratch, plan);
  stack.defer(() => gateway.stop());
  await gateway.ready();
  const merchant = await setUp(gateway, stack, { concurrency, receiverSeed });

  say(`${name}: set up, the killing begins`);
  const settled = new AbortController();
  stack.defer(() => settled.abort());
  const hurry = plan.hurries ? hurryLeases(gateway, settled.signal) : Promise.resolve();
  const over = new AbortController();
  const reserve = openReserve(plan.operations);
  const lure = openLure(gateway, merchant);
  const come = (failpoint: Failpoint): Promise<void> => {
    reserve.release();
    return lure(failpoint);
  };
  const [driven, kills] = await Promise.all([
    Promise.all(plan.operations.map((one) => drive(merchant, one, reserve.turnOf(one)))).finally(
      () => over.abort(),
    ),
    killByPlan(gateway, plan, come, over.signal).finally(() => reserve.releaseAll()),
  ]);
  merchant.recover();
  onThrough();
  say(`${name}: every client is through, now it settles`);
  await gateway.ready();
  const open = await untilSettled(gateway, merchant, plan.operations);
  say(`${name}: settled`);
  settled.abort();
  await hurry;

  const evidence = await gatherEvidence(gateway, merchant, plan, driven, network.end());
  return {
    plan,
    kills,
    evidence,
    open,
    networkWatch: network.means,
    violations: findViolations(evidence),
    statuses: merchant.client.statuses,
    reportedEnds: await gateway.reportedEnds(),
  };
}
