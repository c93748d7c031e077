import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openGateway } from '../gateway.ts';
import { DEPOSIT } from '../merchant.ts';
import { type Answer, refusalOf, send } from './requests.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false, name: 'api' });
const { app, url } = gateway;
const tenant = await openTenant(gateway);
await tenant.openWallet();

function order(key: string): Promise<Answer> {
  const headers = { 'idempotency-key': key };
  return tenant.call('POST', '/v1/api/deposit', { headers, body: DEPOSIT });
}

async function isUntouched(key: string): Promise<boolean> {
  const rows = await app.db`select key from idempotency_keys where key = ${key}`;
  return rows.length === 0;
}

test('an order that is shed leaves its key unused, and notices and health checks are never shed', async () => {
  const deadline = performance.now() + 45_000;
  for (;;) {
    assert.ok(performance.now() < deadline, 'a loop that is blocked for seconds shed nothing');
    // What is measured in these turns holds for the half second in which all below is answered.
    for (let late = 0; late < 3; late += 1) {
      const before = process.cpuUsage();
      for (let workedMs = 0; workedMs < 2_700;) {
        const { user, system } = process.cpuUsage(before);
        workedMs = (user + system) / 1_000;
      }
      await turn();
    }
    const key = randomUUID();
    const [shed, ...vital] = await Promise.all([
      order(key),
      send(url, 'GET', '/healthz'),
      send(url, 'GET', '/metrics'),
      send(url, 'POST', '/provider/webhooks/med', { body: {} }),
    ]);
    assert.deepEqual(
      vital.map(({ status }) => status),
      [200, 200, 401],
    );
    if (shed.status !== 503) continue;
    assert.equal(refusalOf(shed), '503 unavailable');
    assert.equal(shed.headers['retry-after'], '1');
    // The caller was not even authenticated.
    assert.equal(shed.headers['ratelimit-limit'], undefined);
    assert.ok(await isUntouched(key));
    let again = await order(key);
    while (again.status === 503 && performance.now() < deadline) again = await order(key);
    assert.equal(again.status, 201, again.text);
    return;
  }
});

test('with every database connection busy, an order quickly gets 503, and its key stays unused', async () => {
  const held = Array.from({ length: 16 }, () => app.db`select pg_sleep(4)`);
  const key = randomUUID();
  const startedAt = performance.now();
  const refused = await order(key);
  const tookMs = performance.now() - startedAt;
  assert.equal(refusalOf(refused), '503 unavailable');
  assert.equal(refused.headers['retry-after'], '1');
  assert.ok(tookMs < 2_500, String(tookMs));
  assert.equal((await send(url, 'GET', '/healthz')).status, 200);
  await Promise.all(held);
  assert.ok(await isUntouched(key));
  assert.equal((await order(key)).status, 201);
});
