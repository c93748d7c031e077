import { ADDRESS } from '../merchant.ts';
import { type Driven, creationOf, drive } from './clients.ts';
import { type Endpoint, type Evidence, readBooks, readRows } from './evidence.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { findViolations, type Violation } from './invariants.ts';
import { type Kills, killByPlan } from './killer.ts';
import type { GatewayPlan } from './plan.ts';
import { openBadReceiver, openGoodReceiver, type Taker } from './receivers.ts';
import { type Client, openClient } from './requests.ts';
import { untilSettled } from './settle.ts';

/** How one gateway came through its plan. */
export interface Outcome {
  readonly plan: GatewayPlan;
  readonly kills: Kills;
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
  readonly statuses: ReadonlyMap<number, number>;
  /** What had not settled when the time was up. */
  readonly open: readonly string[];
  readonly reportedEnds: readonly string[];
}

interface Settings {
  /** A directory of the run's own, which the database's user can enter. */
  readonly scratch: string;
  readonly concurrency: number;
  /** When clients stop repeating themselves, and when settling is no longer waited for. */
  readonly until: Date;
  readonly say: (line: string) => void;
}

const EVENTS = [
  'deposit.confirmed',
  'deposit.refunded',
  'deposit.failed',
  'withdrawal.completed',
  'withdrawal.failed',
  'withdrawal.expired',
];

/** Takes one gateway through its plan and judges what is left of it. */
export async function conduct(plan: GatewayPlan, settings: Settings): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const gateway = await startGateway(settings.scratch, plan);
  stack.defer(() => gateway.stop());
  await gateway.ready();
  const tenant = await openTenant(gateway);
  const client = openClient({ ...settings, url: gateway.url, key: tenant.key });
  stack.defer(() => client.close());
  await create(client, '/v1/api/wallets', { liquidAddress: ADDRESS.test });
  let isOver = false;
  const receivers = [
    await openGoodReceiver({ after: (release) => stack.defer(release) }),
    await openBadReceiver(
      { after: (release) => stack.defer(release) },
      plan.receiverSeed,
      () => isOver,
    ),
  ];
  const endpoints = await register(client, receivers);

  settings.say(`${plan.generation}: set up, the killing begins`);
  const [driven, kills] = await Promise.all([
    Promise.all(plan.operations.map((operation) => drive(client, operation))),
    killByPlan(gateway, plan),
  ]);
  isOver = true;
  settings.say(`${plan.generation}: every client is through, now it settles`);
  await gateway.ready();
  const open = await untilSettled(sceneOf(gateway, tenant, plan, endpoints), settings.until);
  const evidence = await gather(gateway, client, { plan, tenant, driven, endpoints });
  return {
    plan,
    kills,
    evidence,
    open,
    violations: [...findViolations(evidence), ...missedFailpoints(plan, kills)],
    statuses: client.statuses,
    reportedEnds: await gateway.reportedEnds(),
  };
}

interface Tenant {
  readonly environmentId: string;
  readonly key: string;
}

/** An account of the run's own, whose rates nothing here can exceed. */
async function openTenant(gateway: Gateway): Promise<Tenant> {
  const { accountId } = await gateway.command('account', 'create', '--email', 'kill@example.com');
  const account = ['--account', String(accountId)];
  const rates = ['read-rate', 'read-burst', 'money-rate', 'money-burst'];
  await gateway.command(
    ...['account', 'set', ...account],
    ...rates.flatMap((rate) => [`--${rate}`, '1000000']),
  );
  const kind = ['--mode', 'test', '--scopes', 'all'];
  const { key } = await gateway.command('key', 'create', ...account, ...kind);
  const db = await gateway.openDatabase();
  try {
    const [environment] = await db<{ id: string }>`
      select id from environments where account_id = ${accountId} and mode = 'test'`;
    if (!environment) throw new Error('the account has no test environment');
    return { environmentId: environment.id, key: String(key) };
  } finally {
    await db.end();
  }
}

async function create(
  client: Client,
  path: string,
  body: object,
): Promise<{ id: string; secret?: string }> {
  const answer = await client.insist({ method: 'POST', path, body });
  if (answer.status !== 201) throw new Error(`${path} answered ${String(answer.status)}`);
  // Both routes answer an object with an id, and that of an endpoint with its secret.
  return JSON.parse(answer.text) as { id: string; secret?: string };
}

/** The first receiver is the good one. */
async function register(client: Client, receivers: readonly Taker[]): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (const [index, { url, received, took }] of receivers.entries()) {
    const path = '/v1/api/webhook-endpoints';
    const { id, secret = '' } = await create(client, path, { url, events: EVENTS });
    endpoints.push({ id, secret, isGood: index === 0, received, took });
  }
  return endpoints;
}

function sceneOf(
  gateway: Gateway,
  { environmentId }: Tenant,
  { operations }: GatewayPlan,
  endpoints: readonly Endpoint[],
) {
  const goodEndpointId = endpoints.find(({ isGood }) => isGood)?.id ?? '';
  return { gateway, environmentId, operations, goodEndpointId };
}

interface Known {
  readonly plan: GatewayPlan;
  readonly tenant: Tenant;
  readonly driven: readonly Driven[];
  readonly endpoints: readonly Endpoint[];
}

async function gather(
  gateway: Gateway,
  client: Client,
  { plan, tenant, driven, endpoints }: Known,
): Promise<Evidence> {
  const repeated = new Map<string, { text: string; replayed: boolean }>();
  await Promise.all(
    driven.map(async ({ operation, created }) => {
      if (created === undefined) return;
      const { text, replayed } = await client.insist(creationOf(operation));
      repeated.set(operation.key, { text, replayed });
    }),
  );
  const db = await gateway.openDatabase();
  try {
    const rows = await readRows(db, tenant.environmentId);
    const books = await readBooks(client);
    return { generation: plan.generation, driven, repeated, endpoints, ...rows, ...books };
  } finally {
    await db.end();
  }
}

function missedFailpoints({ generation }: GatewayPlan, { missed }: Kills): Violation[] {
  return missed.map((name) => ({
    invariant: 'failpoints',
    what: `${generation}: nothing ever died at ${name}`,
  }));
}
