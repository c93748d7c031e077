import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections } from '../../test/app.ts';
import { until } from '../../test/receiver.ts';
import { claimedSince } from '../../test/running-key.ts';
import { holdCharges, openShops } from '../../test/shop.ts';
import type { Mode } from '../accounts/environment.ts';
import { cents } from '../money.ts';
import { unknownOutcome } from '../provider/port.ts';
import { findKey, listDeadKeys, takeUpKey } from './claim.ts';
import { sweepKeys } from './end-key.ts';

const { app, open } = await openShops();
await openConnections(app);

test('a lease from before the clock was set back counts as expired, and a new one does not', async () => {
  const shop = await open();
  const { id } = shop.environment;
  const waiting = holdCharges(shop);
  const order = shop.deposit('k');
  await until(() => waiting.length === 1);
  const isOver = async () => {
    const dead = await listDeadKeys(app.db, 100, []);
    const isListed = dead.some(({ environmentId }) => environmentId === id);
    return [(await findKey(app, id, 'k'))?.leaseOver, isListed];
  };
  assert.deepEqual(await isOver(), [false, false]);
  // How the row looks once the database's clock has gone back by an hour.
  const move = (minutes: number) => app.db`
    update idempotency_keys set lease_until = lease_until + ${minutes} * interval '1 minute'
    where environment_id = ${id}`;
  await move(59);
  assert.deepEqual(await isOver(), [true, true]);
  await move(-59);
  waiting[0]?.();
  assert.equal((await order).status, 201);
});

test('an abandoned key waits while its own mode has no room, but not for the other', async () => {
  const shop = await open();
  const { id } = shop.environment;
  await claimedSince(app, shop, new Date());
  await app.db`
    update idempotency_keys set lease_until = now() - interval '1 second'
    where environment_id = ${id}`;
  const isListed = async (...full: Mode[]): Promise<boolean> =>
    (await listDeadKeys(app.db, 100, full)).some(({ environmentId }) => environmentId === id);
  assert.deepEqual(
    [await isListed(), await isListed('live'), await isListed('test')],
    [true, true, false],
  );
});

test('a paused request whose key was deleted and claimed again cannot complete the new claim', async () => {
  const shop = await open();
  const waiting = holdCharges(shop);
  const paused = shop.deposit('k', { externalId: 'old' });
  await until(() => waiting.length === 1);
  await app.db`
    update idempotency_keys set state = 'failed', lease_until = null, intent = null,
      updated_at = now() - interval '31 days'
    where environment_id = ${shop.environment.id}`;
  await sweepKeys(app.db, 30);
  const fresh = shop.deposit('k', { externalId: 'new' });
  await until(() => waiting.length === 2);
  waiting[0]?.();
  assert.equal((await paused).error, 'in_progress');
  waiting[1]?.();
  assert.equal((await fresh).status, 201);
});

test('a key that another order has claimed since it was read is not taken over', async () => {
  const shop = await open();
  const { id } = shop.environment;
  shop.provider.createCharge = () => Promise.reject(unknownOutcome());
  await shop.deposit('k', { externalId: 'old' });
  const known = await findKey(app, id, 'k');
  assert.ok(known);
  await app.db`delete from idempotency_keys where environment_id = ${id}`;
  await shop.deposit('k', { externalId: 'new' });
  assert.equal(await takeUpKey(app, known), undefined);
});

test('closing another key never turns a payout with a withdrawal into an orphan', async () => {
  const shop = await open();
  await shop.withdraw('shown');
  const environmentId = shop.environment.id;
  const [shown] = await app.db<{ ref: string; address: string; amount: number }>`
    select provider_ref as ref, deposit_address as address, deposit_amount_cents as amount
    from withdrawals where environment_id = ${environmentId}`;
  assert.ok(shown);
  const { ref, address: depositAddress, amount } = shown;
  shop.provider.createPayout = () =>
    Promise.resolve({ ref, depositAddress, depositAmountCents: cents(amount) });
  assert.equal((await shop.withdraw('again')).error, 'provider_error');
  await app.db`
    update idempotency_keys set updated_at = updated_at - interval '25 hours'
    where environment_id = ${environmentId}`;
  await sweepKeys(app.db, 30);
  const orphans = await app.db`select from orphans where environment_id = ${environmentId}`;
  assert.equal(orphans.length, 0);
});
