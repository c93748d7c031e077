import type { Db } from '../../src/platform/db.ts';
import { EVENT_KINDS } from '../../src/webhooks/event.ts';
import { ADDRESS } from '../merchant.ts';
import type { Endpoint } from './evidence.ts';
import { openBadReceiver, openGoodReceiver, type Taker } from './receivers.ts';
import { LINKS } from './operation.ts';
import type { Shop } from './payers.ts';
import type { Client, Concurrency } from './requests.ts';

/** An account that can take and pay out, its client, and its endpoints. */
export interface Merchant extends Shop {
  readonly environmentId: string;
  readonly key: string;
  /** The first one is good, the other bad until `recover` is called. */
  readonly endpoints: readonly [Endpoint, Endpoint];
  readonly recover: () => void;
}

/** What is to be disturbed, as an operator and a merchant reach it. */
export interface Installation {
  /** Runs a `ponte` command and parses the object that it prints. */
  command(...args: string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Reconnects each time, since another start may move the database. */
  withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  openClient(key: string, concurrency: Concurrency): Client;
  /** Where all output of its processes goes. */
  readonly logFiles: readonly string[];
  /** What only its processes may know, by name. */
  secrets(): Promise<Readonly<Record<string, string>>>;
}

interface Settings {
  readonly concurrency: Concurrency;
  /** Decides what the bad receiver does. */
  readonly receiverSeed: number;
}

export async function setUp(
  place: Installation,
  stack: AsyncDisposableStack,
  { concurrency, receiverSeed }: Settings,
): Promise<Merchant> {
  const { accountId, key } = await openAccount(place);
  const client = place.openClient(key, concurrency);
  stack.defer(() => client.close());
  await create(client, '/v1/api/wallets', { liquidAddress: ADDRESS.test });
  let hasRecovered = false;
  const scope = { after: (release: () => void | Promise<void>) => stack.defer(release) };
  const good = await openGoodReceiver(scope);
  const bad = await openBadReceiver(scope, receiverSeed, () => hasRecovered);
  return {
    environmentId: await findEnvironment(place, accountId),
    client,
    key,
    slugs: await openLinks(client),
    endpoints: [await register(client, good, true), await register(client, bad, false)],
    recover: () => {
      hasRecovered = true;
    },
  };
}

/** An account whose rate limits nothing here can exceed, and a key with every scope. */
async function openAccount(place: Installation): Promise<{ accountId: string; key: string }> {
  const { accountId } = await place.command('account', 'create', '--email', 'kill@example.com');
  const account = ['--account', String(accountId)];
  const rates = ['--read-rate', '--read-burst', '--money-rate', '--money-burst'];
  const raised = rates.flatMap((rate) => [rate, '1000000']);
  await place.command('account', 'set', ...account, ...raised);
  const kind = ['--mode', 'test', '--scopes', 'all'];
  const { key } = await place.command('key', 'create', ...account, ...kind);
  return { accountId: String(accountId), key: String(key) };
}

/** Their payers choose the amount. */
async function openLinks(client: Client): Promise<string[]> {
  const order = { title: 'Aula', description: '' };
  const links = Array.from({ length: LINKS }, () => create(client, '/v1/api/payment-links', order));
  return (await Promise.all(links)).map(({ slug = '' }) => slug);
}

async function findEnvironment(place: Installation, accountId: string): Promise<string> {
  return place.withDatabase(async (db) => {
    const [environment] = await db<{ id: string }>`
      select id from environments where account_id = ${accountId} and mode = 'test'`;
    if (!environment) throw new Error('the account has no test environment');
    return environment.id;
  });
}

async function register(client: Client, taker: Taker, isGood: boolean): Promise<Endpoint> {
  const { url, received, took } = taker;
  const path = '/v1/api/webhook-endpoints';
  const { id, secret = '' } = await create(client, path, { url, events: EVENT_KINDS });
  return { id, secret, isGood, received, took };
}

async function create(client: Client, path: string, body: object): Promise<Created> {
  const answer = await client.insist({ method: 'POST', path, body });
  if (answer.status !== 201) throw new Error(`${path} answered ${String(answer.status)}`);
  // Each of these routes answers with an object that has them.
  return JSON.parse(answer.text) as Created;
}

interface Created {
  readonly id: string;
  /** That of an endpoint. */
  readonly secret?: string;
  /** That of a link. */
  readonly slug?: string;
}
