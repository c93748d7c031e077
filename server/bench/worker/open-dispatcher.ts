import { randomBytes } from 'node:crypto';
import { createAccount } from '../../src/accounts/create-account.ts';
import { listEnvironments } from '../../src/accounts/store.ts';
import { type EndpointId, type EnvironmentId, newId } from '../../src/ids.ts';
import { ENTRIES } from '../../src/launch/entries.ts';
import type { Db } from '../../src/platform/db.ts';
import { openVault } from '../../src/platform/vault.ts';
import { newSecret, SECRET_PLACE } from '../../src/webhooks/endpoint.ts';
import { type Child, startChild } from '../child.ts';
import type { Stage } from '../scenario.ts';
import { connectPatiently } from '../tenants.ts';

export interface BenchEndpoint {
  readonly environmentId: EnvironmentId;
  readonly id: EndpointId;
}

/** A database from which a worker sends webhooks, as in production. */
export interface BenchDispatcher {
  readonly db: Db;
  /** In test mode, which alone may send to this machine without TLS; ten per environment. */
  addEndpoints(urls: readonly string[]): Promise<BenchEndpoint[]>;
  start(): Child;
}

/** The environment for its processes, with a database without accounts. */
export async function ownSettings(stage: Stage): Promise<Settings> {
  return {
    DATABASE_URL: await stage.openDatabase(),
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PONTE_PARENT_PIPE: 'true',
    PONTE_WEBHOOK_ALLOW_PRIVATE: 'true',
  };
}

export type Settings = Readonly<Record<string, string>>;

export function openDispatcherStage(stage: Stage, env: Settings): BenchDispatcher {
  const { DATABASE_URL: url = '', PONTE_ENCRYPTION_KEYS: keys = '' } = env;
  const db = connectPatiently(url);
  stage.after(() => db.end());
  const secret = openVault(keys).seal(SECRET_PLACE, newSecret());
  return {
    db,
    addEndpoints: async (urls) => {
      const added: BenchEndpoint[] = [];
      for (let from = 0; from < urls.length; from += 10) {
        const environmentId = await addEnvironment(db);
        const some = urls.slice(from, from + 10).map((to) => ({ id: newId('whe'), to }));
        await db`
          insert into webhook_endpoints
            (environment_id, id, url, events, secret, created_at, updated_at)
          select ${environmentId}, id, url, '{deposit.confirmed}', ${secret}, now(), now()
          from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ to }) => to)}::text[])
            as endpoint (id, url)`;
        added.push(...some.map(({ id }) => ({ environmentId, id })));
      }
      return added;
    },
    start: () => {
      const worker = startChild(ENTRIES.worker, { env, nodeOptions: stage.nodeOptions });
      stage.after(() => worker.stop());
      return worker;
    },
  };
}

async function addEnvironment(db: Db): Promise<EnvironmentId> {
  const email = `bench-${randomBytes(8).toString('hex')}@localhost`;
  const { accountId } = await createAccount(db, email);
  const environments = await listEnvironments(db, accountId);
  const test = environments.find(({ mode }) => mode === 'test');
  if (!test) throw new Error('an account without a test environment');
  return test.id;
}

interface NewDeliveries {
  readonly after: number;
  readonly count: number;
  readonly body: string;
  readonly dueAt: Date;
}

/** An event for each endpoint in turn and its delivery, all due at one moment. */
export async function addDeliveries(
  db: Db,
  endpoints: readonly BenchEndpoint[],
  { after, count, body, dueAt }: NewDeliveries,
): Promise<void> {
  await db`
    with made as (
      select n, lpad(to_hex(n), 26, '0') as id,
        (${endpoints.map(({ environmentId }) => environmentId)}::text[])[1 + n % ${endpoints.length}]
          as environment_id,
        (${endpoints.map(({ id }) => id)}::text[])[1 + n % ${endpoints.length}] as endpoint_id
      from generate_series(${after + 1}::integer, ${after + count}::integer) n
    ), event as (
      insert into events (environment_id, id, sequence, kind, resource_id, body, created_at)
      select environment_id, 'evt_' || id, n, 'deposit.confirmed', 'dep_' || id, ${body}, now()
      from made
    )
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, next_attempt_at, created_at)
    select environment_id, 'whd_' || id, endpoint_id, 'evt_' || id, 'deposit.confirmed',
      'dep_' || id, ${body}, ${dueAt}, now()
    from made order by n`;
}
