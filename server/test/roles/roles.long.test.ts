import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { findFreePort } from '../../src/launch/free-port.ts';
import { lastFirst, testDatabase } from '../database.ts';
import { followPage } from '../follow-page.ts';
import { callAs, DEPOSIT, type Merchant, openEndpoint, openMerchant } from '../merchant.ts';
import { openPayer } from '../payer.ts';
import { openReceiver, until } from '../receiver.ts';
import { expireLeases } from '../running-key.ts';
import { gatewayAt, makeDirectory, runCommand, sharedEnvironment, startNode } from './node.ts';

/** Two APIs, two workers and the sandbox, each started separately, on one PostgreSQL. */

const scope = lastFirst();

const databaseUrl = await testDatabase();
const sandboxPort = await findFreePort();
const env = {
  ...sharedEnvironment(databaseUrl, await makeDirectory(scope)),
  PONTE_SANDBOX_URL: `http://127.0.0.1:${String(sandboxPort)}`,
};
const ports = [await findFreePort(), await findFreePort()] as const;
const startApi = (port: number) =>
  startNode(scope, ['start', '--role', 'api'], { ...env, PORT: String(port) });
const startWorker = () => startNode(scope, ['start', '--role', 'worker'], { ...env, PORT: '0' });
const [sandbox, first, second, ...workers] = await Promise.all([
  startNode(scope, ['sandbox'], { ...env, PORT: String(sandboxPort) }),
  startApi(ports[0]),
  startApi(ports[1]),
  startWorker(),
  startWorker(),
]);
const gateway = gatewayAt(scope, first.url, env);

/** The same merchant at both APIs. */
async function openMerchants(): Promise<{ here: Merchant; there: Merchant['call'] }> {
  const here = await openMerchant(gateway);
  return { here, there: callAs(second.url, here.key) };
}

test('a deposit created at one API is paid at the other, seen at both and reported once', async () => {
  const { here, there } = await openMerchants();
  const { notified } = await openEndpoint(here, undefined, scope);
  const deposits = await Promise.all(Array.from({ length: 10 }, () => here.deposit()));
  for (const { id } of deposits) {
    const paid = await there('POST', `/v1/sandbox/deposits/${String(id)}/pay`, {});
    assert.equal(paid.status, 202, paid.text);
  }
  for (const { id } of deposits) {
    await here.reaches(String(id), 'CONFIRMED', 15_000);
    const seen = await there('GET', `/v1/api/deposit/${String(id)}/status`);
    assert.equal(seen.body['status'], 'CONFIRMED');
    assert.deepEqual(await here.eventsOf(String(id)), ['deposit.confirmed']);
  }
  await until(() => notified().length >= deposits.length, 10_000);
  const notifiedIds = notified().map(({ data }) => data['id']);
  assert.deepEqual(notifiedIds.sort(), deposits.map(({ id }) => id).sort());
});

test('one idempotency key sent to both APIs concurrently creates one deposit', async () => {
  const { here, there } = await openMerchants();
  const order = ['POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': randomUUID() }] as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? here.call : there)(...order)),
  );
  const texts = new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text));
  assert.equal(texts.size, 1);
  assert.ok(answers.every(({ status, body }) => status === 201 || body['error'] === 'in_progress'));
  assert.equal((await there(...order)).text, [...texts][0]);
});

test('a revoked key is refused at every API within two seconds', async () => {
  const { here, there } = await openMerchants();
  const [, keyId = ''] = /^pt_test_([0-9a-z]{26})_/.exec(here.key) ?? [];
  const path = '/v1/api/wallets';
  assert.deepEqual(
    [(await here.call('GET', path)).status, (await there('GET', path)).status],
    [200, 200],
  );
  await runCommand(['key', 'revoke', '--id', `key_${keyId}`], env);
  const revokedAt = performance.now();
  for (const call of [here.call, there]) {
    await until(async () => (await call('GET', path)).status === 401, 2_000);
  }
  assert.ok(performance.now() - revokedAt < 2_000);
});

test('every API pushes another process’s update to its pages within a second, and closes them on shutdown', async (t) => {
  const third = await startApi(await findFreePort());
  const { here } = await openMerchants();
  const { db } = gateway.app;
  const order = { title: 'Aula', amountCents: 5_000 };
  const { body: link } = await here.call('POST', '/v1/api/payment-links', order);
  const path = await openPayer(gateway).orders({ slug: String(link['slug']) });
  const [page = ''] = path.split('?');
  const streams = await Promise.all(
    [first, second, third].map(({ url }) => followPage(t, url, page)),
  );
  await until(() => streams.every((stream) => stream.states().includes('waiting')));
  const [checkout] = await db<{ depositId: string }>`
    select deposit_id from checkouts where token = ${page.split('/').at(-1)}`;
  const id = String(checkout?.depositId);
  await here.command(`deposits/${id}/pay`);
  await here.reaches(id, 'CONFIRMED', 15_000);
  await until(() => streams.every((stream) => stream.states().at(-1) === 'confirmed'), 1_000);
  const startedAt = performance.now();
  await third.stop();
  assert.ok(performance.now() - startedAt < 3_000);
  assert.deepEqual(
    streams.map((stream) => stream.hasEnded()),
    [false, false, true],
  );
});

test('the work of an API and a worker killed midway is completed by the others', async () => {
  const { here, there } = await openMerchants();
  const { url, received } = await openReceiver(scope);
  const endpoint = await here.call('POST', '/v1/api/webhook-endpoints', { url });
  assert.equal(endpoint.status, 201, endpoint.text);
  // The provider takes five seconds for this one: time enough for its API to die.
  const order = { ...DEPOSIT, amountCents: 50_005 };
  const request = ['POST', '/v1/api/deposit', order, { 'idempotency-key': 'k' }] as const;
  const lost = assert.rejects(here.call(...request), TypeError);
  const { db } = gateway.app;
  await until(async () => {
    const running = await db`
      select 1 as one from idempotency_keys
      where environment_id = ${here.environment.id} and state = 'running'`;
    return running.length === 1;
  });
  await Promise.all([first.stop('SIGKILL'), workers[0]?.stop('SIGKILL')]);
  await lost;
  assert.equal((await there(...request)).body['error'], 'in_progress');
  await expireLeases(db, here.environment.id);

  let made: Record<string, unknown> = {};
  await until(async () => {
    const answer = await there(...request);
    made = answer.body;
    return answer.status === 201;
  }, 20_000);
  const id = String(made['id']);
  assert.equal((await there('POST', `/v1/sandbox/deposits/${id}/pay`, {})).status, 202);
  await until(async () => {
    const { body } = await there('GET', `/v1/api/deposit/${id}/status`);
    return body['status'] === 'CONFIRMED';
  }, 15_000);
  await until(() => received.length === 1, 10_000);
  assert.deepEqual(await here.eventsOf(id), ['deposit.confirmed']);
  assert.deepEqual([...sandbox.ends(), ...second.ends(), ...(workers[1]?.ends() ?? [])], []);
});
