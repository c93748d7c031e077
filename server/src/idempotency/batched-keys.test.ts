import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openConnections } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { until } from '../../test/receiver.ts';
import { DEPOSIT_ORDER, keyedDeposit, openShops, type Shop } from '../../test/shop.ts';
import type { App } from '../app.ts';
import { depositOperation, planDeposit } from '../deposits/create-deposit.ts';
import { DEPOSIT_CHANNEL, findDeposit } from '../deposits/store.ts';
import { newId } from '../ids.ts';
import { connect } from '../platform/db.ts';
import { listen } from '../platform/listen.ts';
import { type Claim, claimNewKey, findKey, takeUpKey } from './claim.ts';
import { finish, once } from './once.ts';

const { app, open } = await openShops();
await openConnections(app);

async function claim(through: App, shop: Shop, key: string): Promise<Claim | undefined> {
  return claimNewKey(through, {
    environmentId: shop.environment.id,
    mode: 'test',
    key,
    operation: 'deposit',
    resourceId: newId('dep'),
    nonce: randomUUID(),
    fingerprint: app.vault.digest('idempotency_keys.fingerprint', 'the request'),
    intent: await planDeposit(app, shop.environment, DEPOSIT_ORDER),
  });
}

const url = await urlBehind(app.db);

/** Another process: the same database over its own connections. */
async function anotherProcess(): Promise<App> {
  const isBatching = app.config.databaseBatching;
  return { ...app, db: connect({ url, connections: 8, onError: () => undefined, isBatching }) };
}

const keysOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `key ${String(index)}`);

async function countOf({ environment }: Shop): Promise<Record<string, number> | undefined> {
  const [row] = await app.db<Record<string, number>>`
    select (select count(*) from idempotency_keys where environment_id = ${environment.id}) as keys,
      (select count(*) from provider_attempts where environment_id = ${environment.id}) as failed,
      (select count(*) from deposits where environment_id = ${environment.id}) as deposits`;
  return row;
}

test('of concurrent claims of one key exactly one wins, also within one batched statement', async () => {
  const shop = await open();
  const keys = keysOf(50);
  const claims: (Claim | undefined)[] = [];
  while (keys.length > 0) {
    // No more at once than the pool has room for when nothing is batched.
    const asked = keys.splice(0, 10).flatMap((key) => Array.from({ length: 20 }, () => key));
    claims.push(...(await Promise.all(asked.map((key) => claim(app, shop, key)))));
  }
  const winners = claims.filter((won) => won !== undefined);
  assert.deepEqual(winners.map(({ key }) => key).sort(), keysOf(50).sort());
  assert.deepEqual(await countOf(shop), { keys: 50, failed: 0, deposits: 0 });
  // Each row carries the winner's own id and nonce.
  const rows = await app.db<{ resourceId: string; nonce: string }>`
    select resource_id, nonce from idempotency_keys where environment_id = ${shop.environment.id}`;
  const nonces = new Map(rows.map((row) => [row.resourceId, row.nonce]));
  for (const winner of winners) assert.equal(nonces.get(winner.resourceId), winner.nonce);
});

test('concurrent requests with one key and one resource id have one winner too', async () => {
  const shop = await open();
  const id = newId('dep');
  const request = { ...keyedDeposit(app, shop), resourceId: id };
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, () => once(app, request, depositOperation)),
  );
  const fresh = ends.filter((end) => end.status === 'fulfilled' && !end.value.replayed);
  assert.equal(fresh.length, 1);
  assert.equal(shop.calls.charges, 1);
  assert.deepEqual(await countOf(shop), { keys: 1, failed: 0, deposits: 1 });
});

test('a key whose insert fails does not fail others in its batch', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  let calls = 0;
  shop.provider.createCharge = async (order) => {
    const call = (calls += 1);
    const charge = await createCharge(order);
    // The adapter would not have let this through.
    return call === 7 ? { ...charge, pixQrCode: null as never } : charge;
  };
  const ends = await Promise.allSettled(
    keysOf(20).map((key) => once(app, { ...keyedDeposit(app, shop), key }, depositOperation)),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 19);
  const states = await app.db<{ state: string; count: number }>`
    select state, count(*) from idempotency_keys
    where environment_id = ${shop.environment.id} group by state order by state`;
  assert.deepEqual(states, [
    { state: 'done', count: 19 },
    { state: 'resting', count: 1 },
  ]);
  assert.equal((await countOf(shop))?.['deposits'], 19);
});

test('a charge that the provider returns repeatedly is used once, and the other keys succeed', async () => {
  const shop = await open();
  const { createCharge } = shop.provider;
  const twice = (await createCharge({} as never)).ref;
  let calls = 0;
  shop.provider.createCharge = async (order) => {
    const call = (calls += 1);
    const charge = await createCharge(order);
    return call % 5 === 0 ? { ...charge, ref: twice } : charge;
  };
  const ends = await Promise.allSettled(
    keysOf(20).map((key) => once(app, { ...keyedDeposit(app, shop), key }, depositOperation)),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 17);
  const refused = ends.filter((end) => end.status === 'rejected');
  // The code of the error is all that is compared.
  assert.ok(refused.every(({ reason }) => (reason as { code?: string }).code === 'provider_error'));
});

test('a stale completion fails alone in its batch, and its charge is an orphan', async () => {
  const shop = await open();
  const claims = await Promise.all(keysOf(20).map((key) => claim(app, shop, key)));
  // As if paused by SIGSTOP: meanwhile another process takes over three of the keys.
  const taken = ['key 3', 'key 4', 'key 11'];
  await app.db`
    update idempotency_keys set lease_until = now() - interval '1 second'
    where environment_id = ${shop.environment.id} and key = any(${taken})`;
  const later = await Promise.all(
    taken.map(async (key) => {
      const known = await findKey(app, shop.environment.id, key);
      return known && takeUpKey(app, known);
    }),
  );
  const ends = await Promise.allSettled(
    claims.map((one) => finish(app, depositOperation, one as Claim)),
  );
  assert.deepEqual(
    ends.flatMap((end, index) => (end.status === 'rejected' ? [`key ${String(index)}`] : [])),
    taken,
  );
  const answers = await Promise.all(
    later.map((one) => finish(app, depositOperation, one as Claim)),
  );
  assert.ok(answers.every(({ status }) => status === 201));
  const orphans = await app.db`
    select resource_id from orphans where environment_id = ${shop.environment.id}`;
  assert.equal(orphans.length, 3);
  assert.equal((await countOf(shop))?.['deposits'], 20);
});

test('two processes with the same keys in opposite order never deadlock', async () => {
  const [shop, other] = [await open(), await anotherProcess()];
  const stats = async (): Promise<number> => {
    const [row] = await app.db<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`;
    return row?.deadlocks ?? 0;
  };
  const before = await stats();
  for (let round = 0; round < 20; round += 1) {
    const keys = keysOf(40).map((key) => `${String(round)} ${key}`);
    const both = await Promise.all([
      Promise.all(keys.map((key) => claim(app, shop, key))),
      Promise.all(keys.toReversed().map((key) => claim(other, shop, key))),
    ]);
    const won = both.flat().filter((one) => one !== undefined);
    assert.deepEqual(won.map(({ key }) => key).sort(), keys.toSorted());
    // A connection lost after its commit makes the client complete the same keys again elsewhere.
    const doubled = await Promise.allSettled([
      ...won.map((one) => finish(app, depositOperation, one)),
      ...won.toReversed().map((one) => finish(other, depositOperation, one)),
    ]);
    // Both completions carry the same answer, since this provider's codes are all the same.
    assert.ok(doubled.every(({ status }) => status === 'fulfilled'));
    assert.equal((await countOf(shop))?.['deposits'], 40 * (round + 1));
  }
  assert.equal(await stats(), before);
  await other.db.end();
});

test("the commit notifies watchers of a link's deposit, which is stored completely", async (t) => {
  const shop = await open();
  const heard: string[] = [];
  const ready = Promise.withResolvers<undefined>();
  const listening = listen({
    url,
    channel: DEPOSIT_CHANNEL,
    onNotification: (payload) => heard.push(payload),
    onListening: () => ready.resolve(undefined),
    onFault: () => undefined,
  });
  t.after(() => listening.close());
  await ready.promise;
  await once(app, { ...keyedDeposit(app, shop), key: 'without a link' }, depositOperation);
  const id = newId('dep');
  const link = newId('lnk');
  const plan = async () => ({
    ...(await planDeposit(app, shop.environment, DEPOSIT_ORDER)),
    paymentLinkId: link,
    externalId: '“7” 🜚\u2028\\u0000\ud800',
  });
  const request = { ...keyedDeposit(app, shop), resourceId: id, plan };
  const { body } = await once(app, request, depositOperation);
  const deposit = await findDeposit(app, shop.environment.id, id);
  assert.deepEqual(
    [deposit?.paymentLinkId, deposit?.externalId, deposit?.taxId, deposit?.status],
    [link, '“7” 🜚\u2028\\u0000\ufffd', DEPOSIT_ORDER.taxId, 'PENDING'],
  );
  assert.equal(deposit?.createdAt.toISOString(), /"createdAt":"([^"]+)"/.exec(body)?.[1]);
  await until(() => heard.length > 0);
  assert.deepEqual(heard, [id]);
});

test('every statement finds its key by index, also with many running keys and stale statistics', async () => {
  const shop = await open();
  await app.db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      lease_until, nonce, intent)
    select ${shop.environment.id}, 'busy ' || n, 'x', 'deposit', 'dep_0' || lpad(n::text, 25, '0'),
      'running', now() + interval '1 hour', gen_random_uuid(), 'v1:'
    from generate_series(1, 5000) n`;
  const costs = await costsOf(app.db, (db) =>
    once({ ...app, db }, keyedDeposit(app, shop), depositOperation),
  );
  const steps = costs.flatMap((cost) => cost.steps);
  assert.deepEqual(
    steps.filter((step) => /Seq Scan|Hash Join|Bitmap|_running/.test(step)),
    [],
  );
  assert.ok(worstOf(costs).discarded <= 10, JSON.stringify(worstOf(costs)));
});

test('no key is claimed for a nonexistent environment, and an environment cannot be deleted', async () => {
  const shop = await open();
  const intent = await planDeposit(app, shop.environment, DEPOSIT_ORDER);
  const claimed = await claimNewKey(app, {
    environmentId: newId('env'),
    mode: 'test',
    key: 'orphaned',
    operation: 'deposit',
    resourceId: newId('dep'),
    nonce: randomUUID(),
    fingerprint: app.vault.digest('idempotency_keys.fingerprint', 'the request'),
    intent,
  });
  assert.equal(claimed, undefined);
  const { id } = shop.environment;
  await assert.rejects(async () => app.db`delete from environments where id = ${id}`, /is kept/);
});
