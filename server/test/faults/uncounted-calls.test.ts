import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { updateEnvironment } from '../../src/accounts/store.ts';
import { lastFirst } from '../database.ts';
import { openGateway } from '../gateway.ts';
import { NO_LIMIT } from '../app.ts';
import { DEPOSIT, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';
import { openSwitch, type Switch } from './standby.ts';

const scope = lastFirst();

let door: Switch | undefined;
let databasePort = 0;
const gateway = await openGateway(scope, {
  worker: false,
  env: { PONTE_RATE_LIMITS: 'database' },
  through: async (databaseUrl) => {
    const url = new URL(databaseUrl);
    databasePort = Number(url.port);
    door = await openSwitch(scope, databasePort);
    url.port = String(door.port);
    return url.href;
  },
});
const { db } = gateway.app;
const BURST = 5;

test('orders that the database cannot count are still rate limited, by the process itself', async () => {
  const merchant = await openMerchant(gateway);
  const rates = { read: NO_LIMIT.read, money: { perSecond: 1, burst: BURST } };
  await updateEnvironment(db, { ...merchant.environment, rates });
  // Keys are cached for a moment, with their previous rates.
  await until(async () => {
    const { headers } = await merchant.call('POST', '/v1/api/deposit', {});
    return headers.get('ratelimit-limit') === String(BURST);
  });
  await db`alter table rate_limits rename to rate_limits_aside`;
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 3 * BURST }, () =>
      merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': randomUUID() }),
    ),
  );
  // One comes back each second.
  const most = BURST + (performance.now() - startedAt) / 1_000;
  await db`alter table rate_limits_aside rename to rate_limits`;
  const statuses = answers.map(({ status }) => status);
  const accepted = statuses.filter((status) => status === 201).length;
  assert.ok(accepted >= BURST && accepted <= most, String(statuses));
  const refused = statuses.filter((status) => status === 429).length;
  assert.equal(accepted + refused, statuses.length, String(statuses));
});

test('while the database is unavailable no order is accepted, and the provider is not called', async () => {
  const merchant = await openMerchant(gateway);
  const order = () =>
    merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': randomUUID() });
  assert.equal((await order()).status, 201);
  door?.turnTo(1);
  const startedAt = performance.now();
  for (const { status, body } of await Promise.all(Array.from({ length: 20 }, order))) {
    assert.deepEqual([status, body['error']], [503, 'unavailable']);
  }
  assert.ok(performance.now() - startedAt < 10_000);
  door?.turnTo(databasePort);
  await until(async () => (await order()).status === 201, 20_000);
  assert.equal((await merchant.books()).charges.length, 2);
});
