import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { until } from '../../test/receiver.ts';
import { expireLeases } from '../../test/running-key.ts';
import { holdCharges, openShops, type Shop } from '../../test/shop.ts';
import { ApiError } from '../errors.ts';
import { ProviderFailure } from '../provider/port.ts';
import { beginProbe, nameProbe } from '../provider/probe-store.ts';
import { deleteShownOrphans, leaseUnpaidOrphans, recordOrphan } from './orphan.ts';

const { app, open } = await openShops();

/** A provider that honours the nonce: every attempt of one operation gets the same charge. */
const CHARGE = { ref: 'a'.repeat(32), pixQrCode: 'a code' };

async function orphansOf({ environment }: Shop) {
  return app.db`select provider_ref from orphans where environment_id = ${environment.id}`;
}

test('a charge found in the provider’s list stops being an orphan once its own order gets it', async () => {
  const shop = await open();
  shop.provider.createCharge = async () => {
    throw new ProviderFailure('unknown', new ApiError('provider_error'));
  };
  assert.equal((await shop.deposit('k')).status, 502);
  await recordOrphan(app, {
    connection: shop.environment.id,
    environmentId: shop.environment.id,
    providerRef: CHARGE.ref,
    operation: 'deposit',
    resourceId: null,
    foundBy: 'provider_list',
    status: 'pending',
  });
  assert.equal((await orphansOf(shop)).length, 1);
  shop.provider.createCharge = async () => CHARGE;
  assert.equal((await shop.deposit('k')).status, 201);
  assert.deepEqual(await orphansOf(shop), []);
});

test('a late answer with the charge of a later attempt is not an orphan', async () => {
  const shop = await open();
  shop.provider.createCharge = async () => ({ ...CHARGE, ref: 'b'.repeat(32) });
  const waiting = holdCharges(shop);
  const paused = shop.deposit('k');
  await until(() => waiting.length === 1);
  await expireLeases(app.db, shop.environment.id);
  const second = shop.deposit('k');
  await until(() => waiting.length === 2);
  waiting[1]?.();
  assert.equal((await second).status, 201);
  waiting[0]?.();
  assert.equal((await paused).error, 'in_progress');
  assert.deepEqual(await orphansOf(shop), []);
});

test('an orphan recorded while another attempt completes with the same payout is deleted', async () => {
  const shop = await open();
  await shop.withdraw('k');
  const { id } = shop.environment;
  await app.db`
    insert into orphans (connection, environment_id, provider_ref, operation, found_by)
    select ${id}, ${id}, provider_ref, 'withdrawal', 'late_answer'
    from withdrawals where environment_id = ${id}`;
  assert.equal((await orphansOf(shop)).length, 1);
  await deleteShownOrphans(app.db);
  assert.deepEqual(await orphansOf(shop), []);
});

test('orphans at the live provider are looked at first, however many the sandbox has', async (t) => {
  const own = await testApp(t);
  const { environment } = await testEnvironment(own);
  await own.db`
    insert into orphans (connection, environment_id, provider_ref, operation, found_by, look_at)
    select ${environment.id}, ${environment.id}, 'rehearsal ' || nth, 'deposit', 'late_answer',
      now() - interval '1 hour'
    from generate_series(1, 30) as nth`;
  const live = { connection: 'live', environmentId: null, resourceId: null, status: null } as const;
  for (const providerRef of ['a'.repeat(32), 'b'.repeat(32)])
    await recordOrphan(own, { ...live, providerRef, operation: 'deposit', foundBy: 'late_answer' });
  const leased = await leaseUnpaidOrphans(own.db, 10);
  assert.equal(leased.length, 10);
  assert.equal(leased.filter(({ connection }) => connection === 'live').length, 2);
});

test('only the charges of an operator’s probes stop being orphans, each probe its own', async (t) => {
  const own = await testApp(t);
  const refs = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
  for (const providerRef of refs.slice(1))
    await nameProbe(own.db, await beginProbe(own.db), providerRef);
  const live = { connection: 'live', environmentId: null, resourceId: null, status: null } as const;
  for (const providerRef of refs)
    await recordOrphan(own, {
      ...live,
      providerRef,
      operation: 'deposit',
      foundBy: 'provider_list',
    });
  await deleteShownOrphans(own.db);
  assert.deepEqual(await own.db`select provider_ref from orphans`, [{ providerRef: refs[0] }]);
});
