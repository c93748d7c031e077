import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterIn } from '../../src/launch/cluster.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/launch/embedded-postgres.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { readServerNote, signalIfAlive } from '../../src/launch/previous-server.ts';
import { lastFirst } from '../database.ts';
import { type Merchant, type Notified, openEndpoint, openMerchant } from '../merchant.ts';
import { isAlive } from '../launcher.ts';
import { until } from '../receiver.ts';
import { allDone, type Load, startLoad } from './load.ts';
import { gatewayAt, makeDirectory, type Node, sharedEnvironment, startNode } from './node.ts';

const AWAY_MS = 20_000;
/** How long the database hangs in the second test. */
const SILENT_MS = 9_000;

const scope = lastFirst();

let postgres: EmbeddedPostgres;
let dataDir: string;
let nodes: Node[];
let merchant: Merchant;
let notified: () => Notified[];

const databaseOptions = () => ({ dataDir, password: 'secret', port: postgres.port });
const pidOfPostgres = async (): Promise<number> =>
  (await readServerNote(clusterIn(dataDir)))?.pid ?? assert.fail('it does not run');

before(async () => {
  const directory = await makeDirectory(scope);
  dataDir = join(directory, 'database');
  postgres = await startEmbeddedPostgres({ dataDir, password: 'secret' });
  scope.after(() => postgres.stop());
  const port = await findFreePort();
  const sandboxPort = await findFreePort();
  const env = {
    ...sharedEnvironment(postgres.url, join(directory, 'data')),
    PONTE_SANDBOX_URL: `http://127.0.0.1:${String(sandboxPort)}`,
  };
  nodes = await Promise.all([
    startNode(scope, ['sandbox'], { ...env, PORT: String(sandboxPort) }),
    startNode(scope, ['start', '--role', 'api'], { ...env, PORT: String(port) }),
    startNode(scope, ['start', '--role', 'worker'], { ...env, PORT: String(port) }),
  ]);
  const url = nodes[1]?.url ?? '';
  merchant = await openMerchant(gatewayAt(scope, url, env));
  ({ notified } = await openEndpoint(merchant, undefined, scope));
});

test('a database killed for 20 seconds under load leads to quick 503s and loses nothing', async (t) => {
  const load = startLoad(merchant, t.signal);
  await until(() => load.paid.size >= 10, 30_000);
  const pid = await pidOfPostgres();
  process.kill(pid, 'SIGQUIT');
  // It ends after its sessions, which on a busy machine serve for a while yet.
  await until(() => !isAlive(pid), 30_000);
  const stoppedAt = performance.now();
  await pause(AWAY_MS);
  const backSoonAt = performance.now();
  postgres = await startEmbeddedPostgres(databaseOptions());
  const backAt = performance.now();
  await until(
    () => load.samples.some((one) => one.startedAt > backAt && one.status === 201),
    10_000,
  );
  await load.stop();

  const away = load.samples.filter(
    ({ startedAt, ms }) => startedAt > stoppedAt && startedAt + ms < backSoonAt,
  );
  assert.ok(away.length > 50, `${String(away.length)} requests`);
  assert.deepEqual(
    away.filter(
      ({ status, error, retryAfter }) =>
        status !== 503 || error !== 'unavailable' || Number(retryAfter) < 1,
    ),
    [],
  );
  const slowest = Math.max(
    ...load.samples.filter(({ status }) => status === 503).map(({ ms }) => ms),
  );
  assert.ok(slowest < 2_000, `a 503 took ${String(slowest)} ms`);
  await assertAllDone(load, backAt, t);
  t.diagnostic(
    `${String(away.length)} requests meanwhile, the slowest 503 after ${slowest.toFixed(0)} ms`,
  );
});

test('a database that hangs leads to responses in bounded time, and to nothing lost once it resumes', async (t) => {
  const load = startLoad(merchant, t.signal);
  await until(() => load.paid.size >= 5, 30_000);
  const pids = [await pidOfPostgres()];
  pids.push(...(await backendsOf(pids[0] ?? 0)));
  const stoppedAt = performance.now();
  for (const pid of pids) signalIfAlive(pid, 'SIGSTOP');
  await pause(SILENT_MS);
  const backSoonAt = performance.now();
  for (const pid of pids) signalIfAlive(pid, 'SIGCONT');
  const backAt = performance.now();
  await until(
    () => load.samples.some((one) => one.startedAt > backAt && one.status === 201),
    10_000,
  );
  await load.stop();

  // Others may also wait for the provider, whose books are in the same database here.
  const reads = load.samples.filter(({ what }) => what.startsWith('GET'));
  const slowest = Math.max(...reads.map(({ ms }) => ms));
  assert.ok(slowest < 7_500, `a read took ${String(slowest)} ms`);
  // Requests after the hung connections were given up wait only for a new one.
  const late = load.samples.filter(
    ({ startedAt, ms }) => startedAt > stoppedAt + 6_000 && startedAt + ms < backSoonAt,
  );
  assert.ok(late.length > 0);
  for (const { what, status, ms } of late) {
    assert.ok(status === 503 && ms < 2_000, `${what}: ${String(status)} after ${String(ms)} ms`);
  }
  await assertAllDone(load, backAt, t);
  t.diagnostic(`the slowest read took ${slowest.toFixed(0)} ms`);
});

/** Also that no process has exited meanwhile. */
async function assertAllDone(
  load: Load,
  backAt: number,
  t: { diagnostic(text: string): void },
): Promise<void> {
  await allDone(load, { merchant, notified, backAt }, t);
  assert.deepEqual(
    nodes.flatMap((node) => node.ends()),
    [],
  );
}

async function backendsOf(postmaster: number): Promise<number[]> {
  const children = `/proc/${String(postmaster)}/task/${String(postmaster)}/children`;
  return (await readFile(children, 'utf8')).trim().split(' ').map(Number);
}
