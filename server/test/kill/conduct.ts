import { creationOf, type Driven, drive } from './clients.ts';
import { type Evidence, readBooks, readRows } from './evidence.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { findViolations, type Violation } from './invariants.ts';
import { killByPlan, type Kills } from './killer.ts';
import type { GatewayPlan } from './plan.ts';
import type { Client } from './requests.ts';
import { type Merchant, setUp } from './set-up.ts';
import { untilSettled } from './settle.ts';

/** How one gateway came through its plan. */
export interface Outcome {
  readonly plan: GatewayPlan;
  readonly kills: Kills;
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
  readonly statuses: Client['statuses'];
  /** What had not settled when the time was up. */
  readonly open: readonly string[];
  readonly reportedEnds: readonly string[];
}

interface Settings {
  /** A directory of the run's own, which the database's user can enter. */
  readonly scratch: string;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  readonly say: (line: string) => void;
}

/** Takes one gateway through its plan and judges what is left of it. */
export async function conduct(plan: GatewayPlan, settings: Settings): Promise<Outcome> {
  const { scratch, concurrency, say } = settings;
  const { generation, receiverSeed } = plan;
  await using stack = new AsyncDisposableStack();
  const gateway = await startGateway(scratch, generation);
  stack.defer(() => gateway.stop());
  await gateway.ready();
  const merchant = await setUp(gateway, stack, { concurrency, receiverSeed });

  say(`${generation}: set up, the killing begins`);
  const [driven, kills] = await Promise.all([
    Promise.all(plan.operations.map((operation) => drive(merchant.client, operation))),
    killByPlan(gateway, plan),
  ]);
  merchant.recover();
  say(`${generation}: every client is through, now it settles`);
  await gateway.ready();
  const open = await untilSettled(gateway, merchant, plan.operations);

  const evidence = await gather(gateway, merchant, plan, driven);
  return {
    plan,
    kills,
    evidence,
    open,
    violations: [...findViolations(evidence), ...missedFailpoints(plan, kills)],
    statuses: merchant.client.statuses,
    reportedEnds: await gateway.reportedEnds(),
  };
}

async function gather(
  gateway: Gateway,
  { client, environmentId, endpoints }: Merchant,
  { generation }: GatewayPlan,
  driven: readonly Driven[],
): Promise<Evidence> {
  const repeated = await repeatAll(client, driven);
  const rows = await gateway.withDatabase((db) => readRows(db, environmentId));
  const books = await readBooks(client);
  return { generation, driven, repeated, endpoints, ...rows, ...books };
}

/** Sends every creation once more. What is not answered now is missing from the result. */
async function repeatAll(client: Client, driven: readonly Driven[]): Promise<Evidence['repeated']> {
  const answers = await Promise.allSettled(
    driven.map(async ({ operation }) => {
      const { text, replayed } = await client.insist(creationOf(operation));
      return [operation.key, { text, replayed }] as const;
    }),
  );
  return new Map(
    answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
  );
}

function missedFailpoints({ generation }: GatewayPlan, { missed }: Kills): Violation[] {
  return missed.map((name) => ({
    invariant: 'failpoints',
    what: `${generation}: nothing ever died at ${name}`,
  }));
}
