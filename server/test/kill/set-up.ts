import { ADDRESS } from '../merchant.ts';
import type { Endpoint } from './evidence.ts';
import type { Gateway } from './gateway.ts';
import { openBadReceiver, openGoodReceiver, type Taker } from './receivers.ts';
import { type Client, openClient } from './requests.ts';

/** An account that can take and pay out, its client, and who is told of it. */
export interface Merchant {
  readonly environmentId: string;
  readonly client: Client;
  /** The first one is good, the other bad until it is told to recover. */
  readonly endpoints: readonly [Endpoint, Endpoint];
  readonly recover: () => void;
}

interface Settings {
  readonly concurrency: number;
  /** For what the bad receiver does. */
  readonly receiverSeed: number;
}

const EVENTS = [
  'deposit.confirmed',
  'deposit.refunded',
  'deposit.failed',
  'withdrawal.completed',
  'withdrawal.failed',
  'withdrawal.expired',
];

export async function setUp(
  gateway: Gateway,
  stack: AsyncDisposableStack,
  { concurrency, receiverSeed }: Settings,
): Promise<Merchant> {
  const { accountId, key } = await openAccount(gateway);
  const client = openClient({ url: gateway.url, key, concurrency });
  stack.defer(() => client.close());
  await create(client, '/v1/api/wallets', { liquidAddress: ADDRESS.test });
  let hasRecovered = false;
  const scope = { after: (release: () => void | Promise<void>) => stack.defer(release) };
  const good = await openGoodReceiver(scope);
  const bad = await openBadReceiver(scope, receiverSeed, () => hasRecovered);
  return {
    environmentId: await findEnvironment(gateway, accountId),
    client,
    endpoints: [await register(client, good, true), await register(client, bad, false)],
    recover: () => {
      hasRecovered = true;
    },
  };
}

/** An account whose rates nothing here can exceed, and a key that may do everything. */
async function openAccount(gateway: Gateway): Promise<{ accountId: string; key: string }> {
  const { accountId } = await gateway.command('account', 'create', '--email', 'kill@example.com');
  const account = ['--account', String(accountId)];
  const rates = ['--read-rate', '--read-burst', '--money-rate', '--money-burst'];
  const raised = rates.flatMap((rate) => [rate, '1000000']);
  await gateway.command('account', 'set', ...account, ...raised);
  const kind = ['--mode', 'test', '--scopes', 'all'];
  const { key } = await gateway.command('key', 'create', ...account, ...kind);
  return { accountId: String(accountId), key: String(key) };
}

async function findEnvironment(gateway: Gateway, accountId: string): Promise<string> {
  return gateway.withDatabase(async (db) => {
    const [environment] = await db<{ id: string }>`
      select id from environments where account_id = ${accountId} and mode = 'test'`;
    if (!environment) throw new Error('the account has no test environment');
    return environment.id;
  });
}

async function register(client: Client, taker: Taker, isGood: boolean): Promise<Endpoint> {
  const { url, received, took } = taker;
  const path = '/v1/api/webhook-endpoints';
  const { id, secret = '' } = await create(client, path, { url, events: EVENTS });
  return { id, secret, isGood, received, took };
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
