import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { newDeposit, readingOf, storedDeposit } from '../../test/deposits.ts';
import { moveClock } from '../../test/operator.ts';
import { openShops, type Shop } from '../../test/shop.ts';
import { ApiError } from '../errors.ts';
import { claimNewKey, findKey, type NewClaim, takeUpKey } from '../idempotency/claim.ts';
import { type Orphan, recordOrphan } from '../idempotency/orphan.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import { ProviderFailure } from '../provider/port.ts';
import { findOrphans } from './find-orphans.ts';
import { depositJobs } from './jobs.ts';
import { watchOrphans } from './watch-orphans.ts';

const { app, open } = await openShops();

const refOf = (letter: string): string => letter.repeat(32);

async function orphansOf({ environment }: Shop) {
  return app.db`
    select provider_ref, provider_status from orphans
    where environment_id = ${environment.id} order by provider_ref`;
}

function orphan({ environment }: Shop, providerRef: string): Orphan {
  const found = { foundBy: 'provider_list', status: 'pending', resourceId: null } as const;
  const { id: connection } = environment;
  return { ...found, connection, environmentId: connection, providerRef, operation: 'deposit' };
}

test('a listed charge without a deposit is recorded as an orphan, and watched for a payment', async () => {
  const shop = await open();
  shop.provider.createCharge = async () => {
    throw new ProviderFailure('unknown', new ApiError('provider_error'));
  };
  assert.equal((await shop.deposit('lost')).status, 502);
  shop.provider.createCharge = async () => ({ ref: refOf('a'), pixQrCode: 'a code' });
  assert.equal((await shop.deposit('shown')).status, 201);
  shop.provider.listCharges = async () => [
    { ref: refOf('a'), status: 'pending' },
    { ref: refOf('b'), status: 'pending' },
    { ref: refOf('c'), status: 'depix_sent' },
  ];
  await findOrphans(app);
  assert.deepEqual(await orphansOf(shop), [], 'too early to know');
  await app.db`
    update provider_attempts set started_at = started_at - interval '3 minutes',
      ended_at = ended_at - interval '3 minutes'
    where environment_id = ${shop.environment.id}`;
  await findOrphans(app);
  assert.deepEqual(await orphansOf(shop), [
    { providerRef: refOf('b'), providerStatus: 'pending' },
    { providerRef: refOf('c'), providerStatus: 'depix_sent' },
  ]);
  shop.provider.readCharge = async (ref) =>
    readingOf(newDeposit({ providerRef: ref }), {
      status: ref === refOf('c') ? 'depix_sent' : 'pending',
    });
  await watchOrphans(app);
  await watchOrphans(app);
  const alerts = await app.db`
    select kind, subject, times from operator_alerts where environment_id = ${shop.environment.id}`;
  assert.deepEqual(alerts, [{ kind: 'orphan_paid', subject: refOf('c'), times: 1 }]);
  const paid = await app.db`
    select provider_ref from orphans
    where environment_id = ${shop.environment.id} and paid_at is not null`;
  assert.deepEqual(paid, [{ providerRef: refOf('c') }]);
});

test('an orphan whose charge turns out to have a deposit, in any account, is deleted', async () => {
  const [shop, other] = [await open(), await open()];
  for (const tenant of [shop, other]) await recordOrphan(app, orphan(tenant, refOf('d')));
  await recordOrphan(app, orphan(other, refOf('e')));
  await storedDeposit(app, shop, { providerRef: refOf('d') });
  assert.equal((await orphansOf(shop)).length, 1, 'recorded as an orphan though it has a deposit');
  await findOrphans(app);
  assert.deepEqual(await orphansOf(shop), []);
  assert.deepEqual(await orphansOf(other), [
    { providerRef: refOf('e'), providerStatus: 'pending' },
  ]);
});

test('a withdrawal with an unknown outcome does not query the list of charges', async () => {
  const shop = await open();
  await app.db`
    insert into provider_attempts (environment_id, resource_id, attempt, started_at, ended_at,
      outcome)
    values (${shop.environment.id}, ${newId('wdr')}, 1, now() - interval '1 hour',
      now() - interval '59 minutes', 'unknown')`;
  let asked = 0;
  shop.provider.listCharges = async () => {
    asked += 1;
    return [];
  };
  await findOrphans(app);
  assert.equal(asked, 0);
});

test("after any outage the provider's list is queried in short intervals", async () => {
  const shop = await open();
  const { id: environmentId } = shop.environment;
  await app.db`
    insert into provider_attempts (environment_id, resource_id, attempt, started_at, ended_at,
      outcome)
    select ${environmentId}, ${newDeposit().id}, n, at, at + interval '20 seconds', 'unknown'
    from generate_series(1, 600) n, lateral (select now() - n * interval '1 minute' as at) started`;
  const intervals: number[] = [];
  shop.provider.listCharges = async (from, to) => {
    intervals.push(to.getTime() - from.getTime());
    return [];
  };
  const left = async (): Promise<unknown> => {
    const rows = await app.db`
      select 1 as one from provider_attempts where environment_id = ${environmentId}
        and not looked_through and ended_at < now() - interval '2 minutes'`;
    return rows.length;
  };
  for (let turn = 0; turn < 10 && (await left()) !== 0; turn += 1) await findOrphans(app);
  assert.equal(await left(), 0);
  assert.ok(Math.max(...intervals) <= 13 * 60_000, String(Math.max(...intervals)));
});

/** Takes up a call that began so many minutes ago and whose lease ended half a minute later. */
async function takeUpAfter(id: EnvironmentId, minutes: number): Promise<void> {
  const claim: NewClaim = {
    environmentId: id,
    mode: 'test',
    key: 'k',
    fingerprint: Buffer.alloc(32),
    operation: 'deposit',
    resourceId: newId('dep'),
    nonce: randomUUID(),
    intent: {},
  };
  assert.ok(await claimNewKey(app, claim));
  await app.db`
    update idempotency_keys set updated_at = now() - make_interval(mins => ${minutes}),
      lease_until = now() - make_interval(mins => ${minutes}) + interval '30 seconds'
    where environment_id = ${id}`;
  const known = await findKey(app, id, 'k');
  assert.ok(known && (await takeUpKey(app, known)));
}

test('a call whose process died days before anybody noticed is searched for around that time', async () => {
  const shop = await open();
  await takeUpAfter(shop.environment.id, 3 * 24 * 60);
  const intervals: number[] = [];
  shop.provider.listCharges = async (from, to) => {
    intervals.push(to.getTime() - from.getTime());
    return [];
  };
  await findOrphans(app);
  assert.deepEqual(intervals, [150_000]);
});

test('a call that is soon taken up may have left until then, by a process that was only paused', async () => {
  const { environment } = await open();
  await takeUpAfter(environment.id, 10);
  const [attempt] = await app.db`
    select extract(epoch from ended_at - started_at)::integer as seconds
    from provider_attempts where environment_id = ${environment.id}`;
  assert.deepEqual(attempt, { seconds: 600 });
});

test("the list is queried by the provider's clock, which may differ from ours", async () => {
  const shop = await open();
  const { id } = shop.environment;
  await moveClock(app, id, 86_400_000);
  shop.provider.createCharge = async () => {
    throw new ProviderFailure('unknown', new ApiError('provider_error'));
  };
  assert.equal((await shop.deposit('lost')).status, 502);
  await app.db`
    update provider_attempts set started_at = started_at - interval '3 minutes',
      ended_at = ended_at - interval '3 minutes'
    where environment_id = ${id}`;
  const [call] = await app.db<{ madeAt: Date }>`
    select started_at + interval '1 day' as made_at from provider_attempts
    where environment_id = ${id}`;
  assert.ok(call);
  shop.provider.listCharges = async (from, to) =>
    call.madeAt >= from && call.madeAt < to ? [{ ref: refOf('e'), status: 'pending' }] : [];
  await findOrphans(app);
  assert.deepEqual(await orphansOf(shop), [{ providerRef: refOf('e'), providerStatus: 'pending' }]);
});

test('an odd error about one environment or charge does not keep others from being looked at', async () => {
  const [odd, shop] = [await open(), await open()];
  await app.db`
    insert into provider_attempts (environment_id, resource_id, attempt, started_at, ended_at,
      outcome)
    values (${odd.environment.id}, ${newId('dep')}, 1, now() - interval '1 hour',
      now() - interval '59 minutes', 'unknown')`;
  await recordOrphan(app, orphan(odd, refOf('0')));
  await recordOrphan(app, orphan(shop, refOf('1')));
  const broken = (): Promise<never> => Promise.reject(new TypeError('a bug'));
  odd.provider.listCharges = broken;
  odd.provider.readCharge = broken;
  shop.provider.readCharge = async (ref) =>
    readingOf(newDeposit({ providerRef: ref }), { status: 'depix_sent' });
  const job = depositJobs(app).find(({ name }) => name === 'deposit orphans');
  await job?.turn();
  const alerts = await app.db`
    select subject from operator_alerts where environment_id = ${shop.environment.id}`;
  assert.deepEqual(alerts, [{ subject: refOf('1') }]);
});
