import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '../../src/api-keys/create-key.ts';
import { testEnvironment } from '../app.ts';
import { openGateway } from '../gateway.ts';
import { until } from '../receiver.ts';
import { runPonte } from './ponte.ts';
import { type Answer, refusalOf, send } from './requests.ts';

const gateway = await openGateway(undefined, { worker: false });
const { url, app } = gateway;

/** As many concurrent requests with one key. */
function storm(key: string, count: number, method: string, path: string): Promise<Answer[]> {
  const call = (): Promise<Answer> => send(url, method, path, { key });
  return Promise.all(Array.from({ length: count }, call));
}

function refusedOf(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 429);
}

test('a new key may make a burst of 40 calls to the money routes together, and then 20 a second', async () => {
  const { key } = await testEnvironment(app);
  const startedAt = performance.now();
  // They count before their bodies are looked at.
  const [deposits, withdrawals] = await Promise.all([
    storm(key, 60, 'POST', '/v1/api/deposit'),
    storm(key, 60, 'POST', '/v1/api/withdraw'),
  ]);
  const refused = refusedOf([...deposits, ...withdrawals]);
  const regained = (20 * (performance.now() - startedAt)) / 1_000;
  const passed = 120 - refused.length;
  assert.ok(passed >= 40 && passed <= 40 + regained, `${String(passed)} passed`);
  for (const answer of refused) {
    assert.equal(refusalOf(answer), '429 rate_limited');
    assert.equal(answer.headers['retry-after'], '1');
    assert.equal(answer.headers['ratelimit-limit'], '40');
    assert.equal(answer.headers['ratelimit-remaining'], '0');
    assert.match(String(answer.headers['ratelimit-reset']), /^[12]$/);
  }
  // Reads are counted separately, and so is every other key.
  assert.equal((await send(url, 'GET', '/v1/api/fees', { key })).status, 200);
  const other = await testEnvironment(app);
  const [answer] = await storm(other.key, 1, 'POST', '/v1/api/deposit');
  assert.equal(answer?.status, 400);
  await pause(1_000);
  const later = await storm(key, 1, 'POST', '/v1/api/deposit');
  assert.deepEqual(refusedOf(later), [], 'Retry-After was too short');
});

test('a new key may make a burst of 200 calls to all other routes, and then 100 a second', async () => {
  const { key } = await testEnvironment(app);
  const startedAt = performance.now();
  const answers = await storm(key, 400, 'GET', '/v1/api/fees');
  const regained = (100 * (performance.now() - startedAt)) / 1_000;
  const passed = 400 - refusedOf(answers).length;
  assert.ok(passed >= 200 && passed <= 200 + regained, `${String(passed)} passed`);
  assert.equal(answers[0]?.headers['ratelimit-limit'], '200');
});

test('a call without the scope, or by an agent, reports the remaining budget and costs nothing', async () => {
  const { accountId } = await testEnvironment(app);
  const order = { accountId, mode: 'test', scopes: ['read:balance'], name: 'narrow' } as const;
  const narrow = await createKey(app.db, order);
  const agent = await createKey(app.db, { ...order, agent: { caps: null } });
  for (const { key } of [narrow, narrow, agent, agent]) {
    const answer = await send(url, 'GET', '/v1/api/wallets', { key });
    assert.equal(refusalOf(answer), '403 insufficient_scope');
    assert.equal(answer.headers['ratelimit-remaining'], '200');
  }
});

test('rates raised by the operator take effect within two seconds', async () => {
  const { key, accountId } = await testEnvironment(app);
  const [before] = await storm(key, 1, 'POST', '/v1/api/deposit');
  assert.equal(before?.headers['ratelimit-limit'], '40');
  const rates = '--money-rate 1000 --money-burst 2000 --read-rate 3 --read-burst 4';
  const words = `account set --account ${accountId} ${rates}`.split(' ');
  const { status } = await runPonte(app.config, words);
  assert.equal(status, 0);
  const isRaised = async (): Promise<boolean> => {
    const [answer] = await storm(key, 1, 'POST', '/v1/api/deposit');
    return answer?.headers['ratelimit-limit'] === '2000';
  };
  await until(isRaised, 2_000);
  assert.deepEqual(refusedOf(await storm(key, 150, 'POST', '/v1/api/deposit')), []);
  assert.ok(refusedOf(await storm(key, 40, 'GET', '/v1/api/fees')).length >= 5);
});

test('every response of a limited route reports the remaining budget, whatever its status', async () => {
  const { key } = await testEnvironment(app);
  const calls: readonly (readonly [method: string, path: string, status: number])[] = [
    ['GET', '/v1/api/fees', 200],
    ['GET', '/v1/api/wallets?limit=0', 400],
    ['DELETE', '/v1/api/wallets/x', 404],
    ['POST', '/v1/api/wallets', 400],
    ['POST', '/v1/api/webhook-endpoints/x/test', 404],
    ['GET', '/v1/sandbox/provider', 200],
  ];
  for (const [method, path, status] of calls) {
    const answer = await send(url, method, path, { key });
    assert.equal(answer.status, status, path);
    for (const name of ['limit', 'remaining', 'reset']) {
      assert.match(String(answer.headers[`ratelimit-${name}`]), /^\d+$/, path);
    }
  }
  const remaining = async (): Promise<number> =>
    Number((await send(url, 'GET', '/v1/api/fees', { key })).headers['ratelimit-remaining']);
  assert.ok((await remaining()) < 200);
});

test('public routes are not limited', async () => {
  const answers = await storm('', 300, 'GET', '/healthz');
  assert.ok(answers.every(({ status, headers }) => status === 200 && !headers['ratelimit-limit']));
});
