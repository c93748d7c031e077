import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/api-keys/create-key.ts';
import { testEnvironment } from '../app.ts';
import { openGateway, openNode } from '../gateway.ts';
import { admitted } from '../merchant.ts';
import { until } from '../receiver.ts';
import { type Answer, refusalOf, send } from './requests.ts';
import { openTenant } from './tenant.ts';

const env = { PONTE_RATE_LIMITS: 'database' };
const gateway = await openGateway(undefined, { env, worker: false });
const urls = [gateway.url, (await openNode(gateway)).url];

/** As many concurrent requests with one key, alternating between both nodes. */
function storm(key: string, count: number, path: string, method = 'POST'): Promise<Answer[]> {
  const call = (_: unknown, at: number): Promise<Answer> =>
    admitted(() => send(urls[at % 2] ?? '', method, path, { key }));
  return Promise.all(Array.from({ length: count }, call));
}

test('two nodes on one database together allow exactly the burst, and then answer Retry-After', async () => {
  const tenant = await openTenant(gateway);
  // A window longer than the test.
  await tenant.set({
    rates: { read: { perSecond: 1, burst: 30 }, money: { perSecond: 1, burst: 40 } },
  });
  // A node that waits too long for its first connections counts in memory meanwhile.
  await storm((await openTenant(gateway)).key, 40, '/v1/api/fees', 'GET');
  const answers = await storm(tenant.key, 120, '/v1/api/deposit');
  const refused = answers.filter(({ status }) => status === 429);
  // Those let through lack their idempotency key.
  const through = answers.filter(({ status }) => status === 400);
  assert.deepEqual([through.length, refused.length], [40, 80]);
  for (const answer of refused) {
    assert.equal(refusalOf(answer), '429 rate_limited');
    const seconds = Number(answer.headers['retry-after']);
    assert.ok(seconds >= 30 && seconds <= 40, String(seconds));
    assert.equal(answer.headers['ratelimit-limit'], '40');
    assert.equal(answer.headers['ratelimit-remaining'], '0');
    assert.ok(Number(answer.headers['ratelimit-reset']) <= 40);
  }
  // Reads are counted separately, on both nodes alike.
  const reads = await storm(tenant.key, 60, '/v1/api/fees', 'GET');
  assert.equal(reads.filter(({ status }) => status === 200).length, 30);
});

test('a call without the scope reports the remaining budget, and costs nothing', async () => {
  const { accountId } = await testEnvironment(gateway.app);
  const order = { accountId, mode: 'test', scopes: ['read:balance'], name: 'narrow' } as const;
  const { key } = await createKey(gateway.app.db, order);
  for (const answer of await storm(key, 4, '/v1/api/wallets', 'GET')) {
    assert.equal(refusalOf(answer), '403 insufficient_scope');
    assert.equal(answer.headers['ratelimit-remaining'], '200');
  }
});

test('a changed rate limit takes effect on every node within two seconds', async () => {
  const tenant = await openTenant(gateway);
  const narrow = { perSecond: 1, burst: 2 };
  await storm(tenant.key, 2, '/v1/api/fees', 'GET');
  await tenant.set({ rates: { read: narrow, money: narrow } });
  const limitOf = async (url: string): Promise<unknown> =>
    (await send(url, 'GET', '/v1/api/fees', { key: tenant.key })).headers['ratelimit-limit'];
  await until(async () => {
    const limits = await Promise.all(urls.map(limitOf));
    return limits.every((limit) => limit === '2');
  }, 2_000);
});
