import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterIn } from '../../src/launch/cluster.ts';
import { findFreePort } from '../../src/launch/free-port.ts';
import { readServerNote } from '../../src/launch/previous-server.ts';
import { lastFirst } from '../database.ts';
import { isAlive } from '../launcher.ts';
import { openEndpoint, openMerchant } from '../merchant.ts';
import { query } from '../query.ts';
import { until } from '../receiver.ts';
import { allDone, startLoad } from '../roles/load.ts';
import { gatewayAt, makeDirectory, sharedEnvironment, startNode } from '../roles/node.ts';
import { openSwitch, startPair } from './standby.ts';

/** How long nobody takes over: there is a server, but it is read-only. */
const READ_ONLY_MS = 5_000;

const scope = lastFirst();

test('a database failover to the standby under load loses nothing that was acknowledged', async (t) => {
  const directory = await makeDirectory(scope);
  const pair = await startPair(scope, directory);
  const { port, turnTo } = await openSwitch(scope, pair.primary.port);
  const url = new URL(pair.primary.url);
  url.port = String(port);
  const [sandboxPort, apiPort] = [await findFreePort(), await findFreePort()];
  const env = {
    ...sharedEnvironment(url.href, join(directory, 'data')),
    PONTE_SANDBOX_URL: `http://127.0.0.1:${String(sandboxPort)}`,
  };
  const nodes = await Promise.all([
    startNode(scope, ['sandbox'], { ...env, PORT: String(sandboxPort) }),
    startNode(scope, ['start', '--role', 'api'], { ...env, PORT: String(apiPort) }),
    startNode(scope, ['start', '--role', 'worker'], { ...env, PORT: String(apiPort) }),
  ]);
  const merchant = await openMerchant(gatewayAt(scope, nodes[1]?.url ?? '', env));
  const { notified } = await openEndpoint(merchant, undefined, scope);
  const load = startLoad(merchant, t.signal);
  await until(() => load.paid.size >= 10, 60_000);

  const note = await readServerNote(clusterIn(pair.primaryDir));
  assert.ok(note);
  process.kill(note.pid, 'SIGQUIT');
  await until(() => !isAlive(note.pid), 30_000);
  turnTo(pair.standby.port);
  const readOnlyAt = performance.now();
  await pause(READ_ONLY_MS);
  const [before] = await query(pair.standby.url, 'select count(*) from idempotency_keys');
  const promotedAt = performance.now();
  await pair.promote();
  const backAt = performance.now();
  await until(
    () => load.samples.some((one) => one.startedAt > backAt && one.status === 201),
    10_000,
  );
  await load.stop();

  const orders = load.samples.filter(
    ({ what, startedAt, ms }) =>
      what.startsWith('POST') && startedAt > readOnlyAt && startedAt + ms < promotedAt,
  );
  assert.ok(orders.length > 5, `${String(orders.length)} orders while it was read-only`);
  for (const { status, error, ms } of orders) {
    assert.deepEqual([status, error], [503, 'unavailable']);
    assert.ok(ms < 2_000, `a 503 took ${String(ms)} ms`);
  }
  const failed = load.samples.filter(({ error }) => error === 'previous_error');
  assert.deepEqual(failed, [], 'the failover used up a key');
  await allDone(load, { merchant, notified, backAt }, t);
  assert.deepEqual(
    nodes.flatMap((node) => node.ends()),
    [],
  );
  t.diagnostic(
    `keys at the standby: ${JSON.stringify(before)}, ${String(orders.length)} orders refused meanwhile`,
  );
});
