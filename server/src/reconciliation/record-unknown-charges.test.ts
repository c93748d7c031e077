import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestTenant } from '../../test/app.ts';
import { ago, differencesOf, HOUR, openBooks } from '../../test/books.ts';
import { newDeposit } from '../../test/deposits.ts';
import { alertsAbout } from '../../test/operator.ts';
import { claimedSince } from '../../test/running-key.ts';
import { ApiError } from '../errors.ts';
import { restKey } from '../idempotency/end-key.ts';
import { ProviderFailure } from '../provider/port.ts';
import { recordUnknownCharges } from './record-unknown-charges.ts';

const books = await openBooks();
const { app } = books;

test('an unknown charge is recorded as an orphan, and raises an alert whenever it is paid', async () => {
  const tenant = await books.open();
  const entry = books.stranger(tenant, 50 * 24 * HOUR, 'pending');
  const { id: environmentId } = tenant.environment;
  await books.passOver(tenant);
  assert.deepEqual(await differencesOf(app, entry.ref), [
    { kind: 'missing_here', resolution: null, environmentId },
  ]);
  // Longer ago than orphans are watched one by one.
  await app.db`
    update orphans set found_at = now() - interval '40 days', look_at = now()
    where provider_ref = ${entry.ref}`;
  entry.reading = { ...entry.reading, status: 'depix_sent' };
  await books.passOver(tenant);
  await books.passOver(tenant);
  assert.deepEqual(await alertsAbout(app, entry.ref), ['orphan_paid']);
  assert.deepEqual(await differencesOf(app, entry.ref), [
    { kind: 'missing_here', resolution: 'paid', environmentId },
    { kind: 'orphan_paid', resolution: null, environmentId },
  ]);
  const [orphan] = await app.db<{ paid: boolean }>`
    select paid_at is not null as paid from orphans where provider_ref = ${entry.ref}`;
  assert.equal(orphan?.paid, true);
});

test('the difference of an orphan that ends unpaid is resolved', async () => {
  const tenant = await books.open();
  const { ref } = books.stranger(tenant, HOUR, 'expired');
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, ref))[0]?.resolution, 'ended_unpaid');
});

test('a charge that a call in flight may have created is not recorded as an orphan', async () => {
  const tenant = await books.open();
  const entry = books.stranger(tenant, HOUR, 'pending');
  const { ref } = entry;
  const claim = await claimedSince(app, tenant, ago(70_000));
  await books.passOver(tenant);
  assert.deepEqual(await differencesOf(app, ref), []);
  await restKey(app.db, claim);
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, ref)).length, 1);
  // What was filed before is still followed up.
  await claimedSince(app, tenant, ago(70_000));
  entry.reading = { ...entry.reading, status: 'expired' };
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, ref))[0]?.resolution, 'ended_unpaid');
});

test('a live orphan has an owner only if a single environment can have created it', async () => {
  const [one, two] = [await books.open('live'), await books.open('live')];
  const doubt = async (tenant: TestTenant) => app.db`
    insert into provider_attempts (environment_id, resource_id, attempt, started_at, ended_at,
      outcome, looked_through)
    values (${tenant.environment.id}, ${newDeposit().id}, 1, now() - interval '1 hour',
      now() - interval '1 hour', 'unknown', true)`;
  await doubt(one);
  const first = books.stranger(one, HOUR, 'pending');
  await books.passOver(one, 2 * HOUR);
  assert.equal((await differencesOf(app, first.ref))[0]?.environmentId, one.environment.id);
  await doubt(two);
  const second = books.stranger(one, HOUR, 'pending');
  await books.passOver(one, 2 * HOUR);
  const rows = await app.db`
    select environment_id, connection from orphans where provider_ref = ${second.ref}`;
  assert.deepEqual(rows, [{ environmentId: null, connection: 'live' }]);
});

test('a payment shown only by the list stays open until the charge itself confirms it', async () => {
  const tenant = await books.open();
  const entry = books.stranger(tenant, HOUR, 'pending');
  const lying = { ...entry, listed: ['depix_sent'] as const };
  const denied = newDeposit().providerRef;
  books.enter(tenant, { ...lying, ref: denied, at: ago(HOUR) });
  entry.reading = { ...entry.reading, status: 'depix_sent' };
  books.fault = (what) => {
    if (what === 'read') throw new ProviderFailure('unknown', new ApiError('provider_error'));
  };
  await books.passOver(tenant);
  for (const ref of [entry.ref, denied]) {
    assert.equal((await differencesOf(app, ref))[0]?.resolution, null);
    assert.deepEqual(await alertsAbout(app, ref), []);
  }
  books.fault = undefined;
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, entry.ref))[0]?.resolution, 'paid');
  assert.deepEqual(await alertsAbout(app, entry.ref), ['orphan_paid']);
  // The list still claims a payment, and the charge still denies it.
  assert.equal((await differencesOf(app, denied))[0]?.resolution, null);
});

test('an abandoned call does not hide an orphan', async () => {
  const tenant = await books.open();
  const { ref } = books.stranger(tenant, HOUR, 'pending');
  await claimedSince(app, tenant, ago(HOUR));
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, ref)).length, 1);
});

test('an orphan has no owner if a call of another environment may have created it', async () => {
  const [one, two] = [await books.open('live'), await books.open('live')];
  const doubt = async ({ environment }: TestTenant, agoMs: number) => app.db`
    insert into provider_attempts (environment_id, resource_id, attempt, started_at, ended_at,
      outcome, looked_through)
    values (${environment.id}, ${newDeposit().id}, 1, ${ago(agoMs)}, ${ago(agoMs)}, 'unknown', true)`;
  const start = 9 * HOUR;
  const sweep = { connection: 'live', name: 'asked', asker: one.environment.id } as const;
  const step = { position: ago(start), until: ago(8 * HOUR), halvings: 0, failures: 0, gaps: 0 };
  const pass = { pass: randomUUID(), since: step.position, beganAt: ago(0) };
  const listed = new Map([[newDeposit().providerRef, ['pending'] as const]]);
  const ownerOf = async (): Promise<unknown> => {
    const [ref = ''] = listed.keys();
    const provider = app.providerOf({ environmentId: one.environment.id, mode: 'live' });
    if (!provider) throw new Error('there is a provider');
    const held = { ...sweep, ...step, lease: '', ...pass };
    await recordUnknownCharges(app, held, provider, listed, step.until);
    const [row] = await app.db<{ environmentId: string | null }>`
      select environment_id from orphans where provider_ref = ${ref}`;
    await app.db`delete from orphans where provider_ref = ${ref}`;
    return row?.environmentId;
  };
  await doubt(one, start - 60_000);
  assert.equal(await ownerOf(), one.environment.id);
  // Half a minute before the span, and so within the margin of the list call.
  await claimedSince(app, two, ago(start + 30_000));
  assert.equal(await ownerOf(), null);
});
