import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openConnections } from '../../test/app.ts';
import { countWaiting } from '../../test/locks.ts';
import { until } from '../../test/receiver.ts';
import { holdCharges, openShops, type Shop } from '../../test/shop.ts';
import { unknownOutcome } from '../provider/port.ts';
import { deleteShownOrphans, expediteOrphans, recordOrphan } from './orphan.ts';

const { app, open } = await openShops();
await openConnections(app);

// This file's own database, in which every change to an orphan locks its row and then waits here.
await app.db`
  create function wait_at_gate() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(1);
    return coalesce(new, old);
  end $$`;
await app.db`
  create trigger gate before update or delete on orphans
  for each row execute function wait_at_gate()`;

// So many that the planner looks up the orphans of an order one by one.
await app.db`
  insert into orphans (connection, provider_ref, operation, found_by)
  select 'live', md5(n::text), 'deposit', 'provider_list' from generate_series(1, 20000) n`;
await app.db`analyze orphans`;

/** Two orders whose answers were lost, and whose charges were found in the provider's list. */
async function openDoubtful(keys: readonly string[]): Promise<{ shop: Shop; refs: string[] }> {
  const shop = await open();
  const refs = Array.from({ length: 2 }, () => randomBytes(16).toString('hex'));
  const { createCharge } = shop.provider;
  shop.provider.createCharge = () => Promise.reject(unknownOutcome());
  for (const key of keys) assert.equal((await shop.deposit(key)).status, 502);
  shop.provider.createCharge = createCharge;
  for (const providerRef of refs) {
    await recordOrphan(app, {
      connection: shop.environment.id,
      environmentId: shop.environment.id,
      providerRef,
      operation: 'deposit',
      resourceId: null,
      foundBy: 'provider_list',
      status: null,
    });
  }
  return { shop, refs };
}

const hasten = ({ environment }: Shop): Promise<void> =>
  app.db.begin((tx) => expediteOrphans(tx, environment.id, 60_000));

const orphansOf = ({ environment }: Shop) =>
  app.db`select provider_ref from orphans where environment_id = ${environment.id}`;

test('moving the clock skips a locked orphan, which is deleted in the next turn', async () => {
  const { shop, refs } = await openDoubtful(['k']);
  await shop.deposit('k');
  await app.db`
    update deposits set provider_ref = ${refs[0]} where environment_id = ${shop.environment.id}`;
  await app.db.begin(async (tx) => {
    await tx`select from orphans where provider_ref = ${refs[0]} for update`;
    await deleteShownOrphans(app.db);
    await hasten(shop);
  });
  assert.equal((await orphansOf(shop)).length, 2);
  await deleteShownOrphans(app.db);
  assert.deepEqual(await orphansOf(shop), [{ providerRef: refs[1] }]);
});

test('moving the clock does not deadlock with orders that complete with orphaned charges', async () => {
  const { shop, refs } = await openDoubtful(['k1', 'k2']);
  shop.provider.createCharge = async () => ({ ref: refs.pop() ?? '', pixQrCode: 'a code' });
  const waiting = holdCharges(shop);
  const orders = ['k1', 'k2'].map((key) => shop.deposit(key));
  await until(() => waiting.length === 2);
  let hastened: Promise<void> | undefined;
  await app.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    hastened = hasten(shop);
    await until(async () => (await countWaiting(app)) === 1);
    // Both together, so that one statement completes both.
    for (const answer of waiting) answer();
    await until(async () => (await countWaiting(app)) >= 2);
  });
  const made = await Promise.all(orders);
  await hastened;
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201],
  );
  assert.deepEqual(await orphansOf(shop), []);
});
