import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestTenant } from '../../test/app.ts';
import { differencesOf, HOUR, openBooks } from '../../test/books.ts';
import { newDeposit } from '../../test/deposits.ts';
import { alertsAbout } from '../../test/operator.ts';

const books = await openBooks();
const { app } = books;

test('a charge of nobody’s is an orphan on record, and an alert whenever it is paid, however late', async () => {
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

test('an orphan that ended unpaid waits for nobody', async () => {
  const tenant = await books.open();
  const { ref } = books.stranger(tenant, HOUR, 'expired');
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, ref))[0]?.resolution, 'ended_unpaid');
});

test('while a call is out, what the list shows of it is not filed', async () => {
  const tenant = await books.open();
  const { ref } = books.stranger(tenant, HOUR, 'pending');
  const { id: environmentId } = tenant.environment;
  await app.db`
    insert into provider_attempts (environment_id, resource_id, attempt, started_at)
    values (${environmentId}, ${newDeposit().id}, 1, now() - interval '70 seconds')`;
  await books.passOver(tenant);
  assert.deepEqual(await differencesOf(app, ref), []);
  await app.db`
    update provider_attempts set outcome = 'unknown', ended_at = now()
    where environment_id = ${environmentId}`;
  await books.passOver(tenant);
  assert.equal((await differencesOf(app, ref)).length, 1);
});

test('in live an orphan has an owner only where one environment alone can have made it', async () => {
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
