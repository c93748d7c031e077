import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { fresh, refusalOf, send } from '../../test/contract/requests.ts';
import { openGateway, openNode } from '../../test/gateway.ts';
import { DEPOSIT, openMerchant, WITHDRAWAL } from '../../test/merchant.ts';
import { wholeTurn } from '../../test/patient-bulkhead.ts';
import { until } from '../../test/receiver.ts';
import { idempotencyJobs } from '../idempotency/jobs.ts';
import { depositOperation } from '../deposits/create-deposit.ts';
import { withdrawalOperation } from '../withdrawals/create-withdrawal.ts';
import { readSafeMode, writeSafeMode } from './store.ts';

const gateway = await openGateway();
const node = await openNode(gateway);
const { app } = gateway;
const nodes = [gateway.url, node.url];

const off = () => writeSafeMode(app.db, false, null);

test('safe mode refuses new orders on every node within two seconds, and allows them after', async (t) => {
  t.after(off);
  const merchant = await openMerchant(gateway);
  const { key } = merchant;
  const order = (url: string, path: string, body: object, headers = fresh()) =>
    send(url, 'POST', path, { key, headers, body });
  const kept = fresh();
  // A busy machine may shed the first requests.
  await until(async () => (await order(node.url, '/v1/api/deposit', DEPOSIT)).status === 201);
  await until(
    async () => (await order(gateway.url, '/v1/api/deposit', DEPOSIT, kept)).status === 201,
  );
  const first = await order(gateway.url, '/v1/api/deposit', DEPOSIT, kept);

  const on = await runPonte(app.config, ['safe-mode', 'on', '--reason', 'drill', '--json']);
  const turnedOn = performance.now();
  assert.equal(on.status, 0, on.errors);
  assert.match(on.output, /^\{"safeMode":true,"reason":"drill","since":"20/);
  const refused = fresh();
  for (const url of nodes) {
    await until(
      async () => {
        const answer = await order(url, '/v1/api/deposit', DEPOSIT);
        return answer.status === 403;
      },
      2_000 - (performance.now() - turnedOn),
    );
    const deposit = await order(url, '/v1/api/deposit', DEPOSIT, refused);
    assert.equal(refusalOf(deposit), '403 deposits_disabled');
    assert.match(deposit.text, /mesma Idempotency-Key/);
    const withdrawal = await order(url, '/v1/api/withdraw', WITHDRAWAL);
    assert.equal(refusalOf(withdrawal), '403 withdrawals_disabled');
    // A completed order is replayed; a new order is refused for safe mode even if it is invalid.
    const again = await order(url, '/v1/api/deposit', DEPOSIT, kept);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    const wrong = await order(url, '/v1/api/deposit', { ...DEPOSIT, amountCents: 1 });
    assert.equal(refusalOf(wrong), '403 deposits_disabled');
  }

  // Everything else works: the payer of an open charge pays, and the merchant sees it.
  const id = String(first.body['id']);
  await merchant.command(`deposits/${id}/pay`);
  await merchant.reaches(id, 'CONFIRMED');
  await off();
  await until(async () => {
    const answer = await order(node.url, '/v1/api/deposit', DEPOSIT, refused);
    return answer.status === 201;
  }, 2_000);
});

test('resting and abandoned orders are not continued during safe mode, and are after', async (t) => {
  t.after(off);
  const merchant = await openMerchant(gateway);
  const { key } = merchant;
  const order = (amountCents: number, headers: Record<string, string>) =>
    send(gateway.url, 'POST', '/v1/api/deposit', {
      key,
      headers,
      body: { ...DEPOSIT, amountCents },
    });
  // The provider makes the charge, and its answer is lost once.
  const resting = fresh();
  assert.equal((await order(50_003, resting)).status, 502);
  await writeSafeMode(app.db, true, null);
  await until(async () => (await order(5_000, fresh())).status === 403, 2_000);
  await app.db`
    update idempotency_keys set state = 'running', lease_until = now() - interval '1 second'
    where key = ${resting['idempotency-key'] ?? ''}`;
  const [job] = idempotencyJobs(app, {
    deposit: depositOperation,
    withdrawal: withdrawalOperation,
  });
  assert.equal(job?.name, 'complete operations');
  await wholeTurn(job);
  const state = async (): Promise<unknown> => {
    const [row] = await app.db<{ state: string; attempt: number }>`
      select state, attempt from idempotency_keys where key = ${resting['idempotency-key'] ?? ''}`;
    return row;
  };
  assert.deepEqual(await state(), { state: 'running', attempt: 1 });
  assert.equal((await order(50_003, resting)).status, 403);
  await off();
  await until(async () => {
    const answer = await order(50_003, resting);
    return answer.status === 201;
  });
});

test('safe mode keeps its time, and its reason until it is turned off', async (t) => {
  t.after(off);
  const ponte = (...words: string[]) => runPonte(app.config, ['safe-mode', ...words]);
  assert.match((await ponte('status')).output, /^Safe mode is off\.\n$/);
  await ponte('on');
  const first = await readSafeMode(app.db);
  assert.match((await ponte('on', '--reason', 'provider is down')).output, /provider is down/);
  const second = await readSafeMode(app.db);
  assert.deepEqual([second.on, second.since], [true, first.since]);
  assert.match((await ponte('off')).output, /is off/);
  assert.equal((await readSafeMode(app.db)).reason, null);
  const long = await ponte('on', '--reason', 'x'.repeat(501));
  assert.deepEqual([long.status, long.output], [2, '']);
  assert.match(long.errors, /at most 500/);
});
