import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections } from '../../test/app.ts';
import { wholeTurn } from '../../test/patient-bulkhead.ts';
import { expireLeases } from '../../test/running-key.ts';
import { DEPOSIT_ORDER, holdCharges, keyedDeposit, openShops, type Shop } from '../../test/shop.ts';
import { until } from '../../test/receiver.ts';
import { depositOperation, planDeposit } from '../deposits/create-deposit.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { ProviderFailure } from '../provider/port.ts';
import { withdrawalOperation } from '../withdrawals/create-withdrawal.ts';
import { claimNewKey, findKey, takeUpKey } from './claim.ts';
import { restPoisonedKeys } from './end-key.ts';
import { idempotencyJobs } from './jobs.ts';
import { once } from './once.ts';

const { app, open } = await openShops();
await openConnections(app);
const jobs = idempotencyJobs(app, { deposit: depositOperation, withdrawal: withdrawalOperation });
const turn = (name: string) => wholeTurn(jobs.find((job) => job.name === name));
const complete = () => turn('complete operations');
const sweep = () => turn('sweep idempotency keys');

async function keyOf({ environment }: Shop) {
  const [row] = await app.db<{ state: string; attempt: number }>`
    select state, attempt from idempotency_keys
    where environment_id = ${environment.id} and key = 'k'`;
  return row;
}

async function age({ environment }: Shop, hours: number): Promise<void> {
  await app.db`
    update idempotency_keys set updated_at = updated_at - ${hours} * interval '1 hour'
    where environment_id = ${environment.id}`;
}

test('an operation with an expired lease is taken over, and the late answer is recorded as an orphan', async () => {
  const shop = await open();
  const waiting = holdCharges(shop);
  const paused = shop.deposit('k');
  await until(() => waiting.length === 1);
  assert.equal((await shop.deposit('k')).error, 'in_progress');
  await expireLeases(app.db, shop.environment.id);
  const second = shop.deposit('k');
  await until(() => waiting.length === 2);
  waiting[1]?.();
  const shown = await second;
  assert.equal(shown.status, 201);
  waiting[0]?.();
  assert.equal((await paused).error, 'in_progress');
  const replay = await shop.deposit('k');
  assert.equal(replay.text, shown.text);
  assert.equal(shop.calls.charges, 2);
  const orphans = await app.db`
    select found_by, operation from orphans where environment_id = ${shop.environment.id}`;
  assert.deepEqual(orphans, [{ foundBy: 'late_answer', operation: 'deposit' }]);
});

test('a late answer is refused also while the new owner is still working', async () => {
  const shop = await open();
  const waiting = holdCharges(shop);
  const paused = shop.deposit('k');
  await until(() => waiting.length === 1);
  await expireLeases(app.db, shop.environment.id);
  const second = shop.deposit('k');
  await until(() => waiting.length === 2);
  waiting[0]?.();
  assert.equal((await paused).error, 'in_progress');
  assert.deepEqual(await keyOf(shop), { state: 'running', attempt: 2 });
  waiting[1]?.();
  const shown = await second;
  assert.equal(shown.status, 201);
  assert.equal((await shop.deposit('k')).text, shown.text);
});

test("a request that lost its lease can neither rest nor fail the new owner's key", async () => {
  for (const outcome of ['unknown', 'refused', 'not_executed'] as const) {
    const shop = await open();
    const { createCharge } = shop.provider;
    const stuck = Promise.withResolvers<never>();
    let reached = false;
    shop.provider.createCharge = () => {
      reached = true;
      return stuck.promise;
    };
    const paused = shop.deposit('k');
    await until(() => reached);
    await expireLeases(app.db, shop.environment.id);
    shop.provider.createCharge = createCharge;
    const waiting = holdCharges(shop);
    const second = shop.deposit('k');
    await until(() => waiting.length === 1);
    stuck.reject(new ProviderFailure(outcome, new ApiError('provider_error')));
    await paused;
    assert.deepEqual(await keyOf(shop), { state: 'running', attempt: 2 }, outcome);
    waiting[0]?.();
    assert.equal((await second).status, 201);
    assert.deepEqual(await keyOf(shop), { state: 'done', attempt: 2 });
  }
});

/** What a process leaves behind that dies between its first commit and its last. */
async function dieAfterClaim(shop: Shop, key: string, content: string): Promise<void> {
  const claim = await claimNewKey(app, {
    environmentId: shop.environment.id,
    mode: 'test',
    key,
    operation: 'deposit',
    resourceId: newId('dep'),
    nonce: crypto.randomUUID(),
    fingerprint: app.vault.digest('idempotency_keys.fingerprint', content),
    intent: await planDeposit(app, shop.environment, DEPOSIT_ORDER),
  });
  assert.ok(claim);
  await expireLeases(app.db, shop.environment.id);
}

test('the worker completes an operation of a dead process, and its client gets the answer', async () => {
  const shop = await open();
  await dieAfterClaim(shop, 'k', 'the request');
  await complete();
  assert.deepEqual(await keyOf(shop), { state: 'done', attempt: 2 });
  assert.equal(shop.calls.charges, 1);
  const { status, replayed } = await once(app, keyedDeposit(app, shop), depositOperation);
  assert.deepEqual([status, replayed], [201, true]);
});

test('concurrent workers complete an abandoned operation once', async () => {
  const shop = await open();
  await dieAfterClaim(shop, 'k', 'the request');
  await Promise.all([complete(), complete(), complete()]);
  assert.equal(shop.calls.charges, 1);
});

test('of concurrent attempts to take over a dead attempt exactly one succeeds', async () => {
  const shop = await open();
  await dieAfterClaim(shop, 'k', 'the request');
  const dead = await findKey(app, shop.environment.id, 'k');
  assert.ok(dead);
  const claims = await Promise.all(Array.from({ length: 8 }, () => takeUpKey(app, dead)));
  assert.deepEqual(
    claims.filter((claim) => claim !== undefined).map(({ attempt }) => attempt),
    [2],
  );
});

test('a refusal that the worker gets is kept for the client', async () => {
  const shop = await open();
  await dieAfterClaim(shop, 'k', 'the request');
  const declined = new ProviderFailure('refused', new ApiError('payer_declined'));
  shop.provider.createCharge = () => Promise.reject(declined);
  await complete();
  assert.equal((await shop.deposit('k')).error, 'previous_error');
});

test('an operation whose attempts all die rests after the eighth, until its client retries', async () => {
  const shop = await open();
  await dieAfterClaim(shop, 'k', 'the request');
  await app.db`
    update idempotency_keys set attempt = 8 where environment_id = ${shop.environment.id}`;
  await complete();
  assert.deepEqual(await keyOf(shop), { state: 'resting', attempt: 8 });
  assert.equal(shop.calls.charges, 0);
});

test('an eighth attempt that is still under way is left to finish', async () => {
  const shop = await open();
  await dieAfterClaim(shop, 'k', 'the request');
  await app.db`
    update idempotency_keys set attempt = 7 where environment_id = ${shop.environment.id}`;
  const waiting = holdCharges(shop);
  const completed = complete();
  await until(() => waiting.length === 1);
  await restPoisonedKeys(app.db, 8);
  assert.deepEqual(await keyOf(shop), { state: 'running', attempt: 8 });
  waiting[0]?.();
  await completed;
  assert.deepEqual(await keyOf(shop), { state: 'done', attempt: 8 });
});

test('an operation with an unknown outcome is abandoned after 24 hours, and not before', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  const unknown = new ProviderFailure('unknown', new ApiError('provider_error'));
  shop.provider.createCharge = () => Promise.reject(unknown);
  await shop.deposit('k');
  await age(shop, 23);
  await sweep();
  assert.equal((await keyOf(shop))?.state, 'resting');
  await age(shop, 1.1);
  await sweep();
  shop.provider.createCharge = createCharge;
  assert.equal((await shop.deposit('k')).error, 'previous_error');
});

test('a failed key is deleted after 30 days, and a completed one never', async () => {
  const shop = await open();
  const created = await shop.deposit('created');
  await shop.deposit('failed', { amountCents: 1 });
  await age(shop, 29 * 24);
  await sweep();
  assert.equal((await shop.deposit('failed')).error, 'previous_error');
  await age(shop, 24 * 400);
  await sweep();
  assert.equal((await shop.deposit('failed')).status, 201);
  assert.equal((await shop.deposit('created')).text, created.text);
});

test('a lease is renewed while its process lives', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const shop = await open();
  const waiting = holdCharges(shop);
  const answer = once(app, keyedDeposit(app, shop), depositOperation);
  await until(() => waiting.length === 1);
  await expireLeases(app.db, shop.environment.id);
  t.mock.timers.tick(10_000);
  await until(async () => {
    const rows = await app.db`
      select key from idempotency_keys
      where environment_id = ${shop.environment.id} and lease_until > now()`;
    return rows.length === 1;
  });
  waiting[0]?.();
  assert.equal((await answer).replayed, false);
});
