import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/launch/embedded-postgres.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { lastFirst } from '../database.ts';
import type { Gateway } from '../gateway.ts';
import { type Merchant, type Notified, openEndpoint, openMerchant } from '../merchant.ts';
import { query } from '../query.ts';
import { until } from '../receiver.ts';
import {
  gatewayAt,
  makeDirectory,
  type Node,
  sharedEnvironment,
  startNode,
} from '../roles/node.ts';
import { listWrongSums } from '../sums.ts';
import { type InsistentClients, startInsistentClients } from './insistent-clients.ts';

const CLIENTS = 6;
const TROUBLE_MS = 3_000;

const scope = lastFirst();

/** The server's administrator, who can sign in while the gateway's own user cannot. */
let adminUrl: string;
let shopUrl: string;
let nodes: Node[];
let gateway: Gateway;
let merchant: Merchant;
let notified: () => Notified[];
let clients: InsistentClients;

before(async () => {
  const directory = await makeDirectory(scope);
  const [ours, theirs] = [join(directory, 'ours'), join(directory, 'theirs')];
  const database = await startEmbeddedPostgres({ dataDir: ours, password: 'secret' });
  scope.after(() => database.stop());
  // The provider keeps its records elsewhere: its troubles would be others.
  const providers = await startEmbeddedPostgres({ dataDir: theirs, password: 'secret' });
  scope.after(() => providers.stop());
  adminUrl = database.url;
  await query(adminUrl, "create role shop login password 'shop'");
  await query(adminUrl, 'create database shop owner shop');
  const url = new URL(adminUrl);
  url.username = url.password = 'shop';
  url.pathname = '/shop';
  shopUrl = url.href;
  const [sandboxPort, port] = [await findFreePort(), await findFreePort()];
  const env = {
    ...sharedEnvironment(url.href, join(directory, 'data')),
    PONTE_SANDBOX_URL: `http://127.0.0.1:${String(sandboxPort)}`,
  };
  const sandbox = { ...env, DATABASE_URL: providers.url, PORT: String(sandboxPort) };
  nodes = await Promise.all([
    startNode(scope, ['sandbox'], sandbox),
    startNode(scope, ['start', '--role', 'api'], { ...env, PORT: String(port) }),
    startNode(scope, ['start', '--role', 'worker'], { ...env, PORT: String(port) }),
  ]);
  gateway = gatewayAt(scope, nodes[1]?.url ?? '', env);
  merchant = await openMerchant(gateway);
  ({ notified } = await openEndpoint(merchant, undefined, scope));
  clients = startInsistentClients(merchant, CLIENTS);
  await until(() => clients.countPaid() > CLIENTS, 60_000);
});

const cutSessions = (): Promise<unknown[]> =>
  query(adminUrl, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'");

/** Between two statements of the administrator nobody can work, not even with an open session. */
async function between(begin: string, end: string): Promise<void> {
  for (const [statement, ms] of [
    [begin, TROUBLE_MS],
    [end, 0],
  ] as const) {
    await until(async () => {
      await cutSessions();
      return query(adminUrl, statement).then(
        () => true,
        () => false,
      );
    }, 20_000);
    await cutSessions();
    await pause(ms);
  }
}

/** Its locks are held longer than a statement waits for them. */
async function lock(table: string): Promise<void> {
  const held = `lock table ${table} in access exclusive mode; select pg_sleep(12)`;
  await query(shopUrl, `begin; ${held}; rollback`);
}

const countRefusals = (): number =>
  [...clients.refusals.values()].reduce((sum, count) => sum + count, 0);

/** An order may get through by being tried again. */
const passing: Record<string, () => Promise<unknown>> = {
  'whose sessions are ended again and again': async () => {
    for (let n = 0; n < 20; n += 1) {
      await cutSessions();
      await pause(TROUBLE_MS / 20);
    }
  },
  'with a table of operations locked': () => lock('deposits'),
  'with its keys locked': () => lock('idempotency_keys'),
  'with its events locked': () => lock('events, webhook_deliveries'),
};
const lasting: Record<string, () => Promise<unknown>> = {
  'whose user has another password': () =>
    between("alter role shop password 'other'", "alter role shop password 'shop'"),
  'whose user may only read': () =>
    between(
      'alter role shop set default_transaction_read_only to on',
      'alter role shop reset default_transaction_read_only',
    ),
  'that is missing for a while': () =>
    between('alter database shop rename to away', 'alter database away rename to shop'),
  'without a free connection': () =>
    between('alter role shop connection limit 0', 'alter role shop connection limit -1'),
};

describe('a database under load', () => {
  for (const [trouble, befall] of Object.entries({ ...passing, ...lasting })) {
    test(`${trouble} refuses orders only for now, and accepts them again afterwards`, async (t) => {
      const before = countRefusals();
      await befall();
      const refused = countRefusals() - before;
      assert.ok(refused > 0 || trouble in passing, 'it was no trouble');
      const paid = clients.countPaid();
      await until(() => clients.countPaid() > paid + CLIENTS, 40_000);
      const refusals = [...clients.refusals.keys()].sort();
      t.diagnostic(`${String(refused)} refused; ever: ${refusals.join(', ')}`);
      assert.deepEqual(
        refusals.filter((one) => one !== '503 unavailable' && one !== '409 in_progress'),
        [],
      );
    });
  }

  test('has lost, repeated and invented nothing in the end', async (t) => {
    await clients.stop();
    const { orders } = clients;
    for (const order of orders) assert.equal((await clients.repeat(order)).text, order.text);
    const told = (): Set<unknown> => new Set(notified().map(({ data }) => data['id']));
    await until(() => orders.every(({ id }) => told().has(id)), 60_000);
    for (const { id } of orders) {
      const kind = id.startsWith('dep_') ? 'deposit.confirmed' : 'withdrawal.completed';
      assert.deepEqual(await merchant.eventsOf(id), [kind], id);
    }
    const recorded = await gateway.app.db`
      select id from deposits union all select id from withdrawals`;
    assert.equal(recorded.length, orders.length);
    assert.equal(new Set(orders.map(({ id }) => id)).size, orders.length);
    assert.deepEqual(await listWrongSums(gateway.app.db), []);
    const ends = nodes.flatMap((node) => node.ends());
    assert.deepEqual(ends, []);
    t.diagnostic(`${String(orders.length)} orders`);
  });
});
