import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, HOUR, openBooks } from '../../test/books.ts';
import { readingOf } from '../../test/deposits.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { settleDeposit } from '../deposits/settle-deposit.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { ProviderFailure } from '../provider/port.ts';
import { claimSweep, enrol, listRequested, requestSweep } from './store.ts';
import { takeStep } from './take-step.ts';

const books = await openBooks();
const { app } = books;

/** Reads the row alone, since the sealed columns may be what is damaged. */
const statusOf = async ({ environmentId, id }: Deposit): Promise<unknown> => {
  const [row] = await app.db<{ status: string }>`
    select status from deposits where environment_id = ${environmentId} and id = ${id}`;
  return row?.status;
};

test('a charge that cannot be settled does not stop the comparison of the others', async () => {
  const tenant = await books.open();
  const { id: environmentId } = tenant.environment;
  const bad = await books.made(tenant, 2 * HOUR, { status: 'approved' });
  const good = await books.made(tenant, HOUR, { status: 'approved' });
  await app.db`
    update deposits set tax_id = 'v1:gone:AAAA' where environment_id = ${environmentId}
      and id = ${bad.id}`;
  await books.passOver(tenant);
  assert.equal(await statusOf(good), 'CONFIRMED');
});

test('a payment shown only by the list is a difference until the charge can be read', async (t) => {
  const tenant = await books.open();
  const paid = await books.made(tenant, HOUR, { status: 'approved' });
  const expired = await books.made(tenant, HOUR, { status: 'expired' });
  books.fault = (what) => {
    if (what === 'read') throw new ProviderFailure('unknown', new ApiError('provider_error'));
  };
  t.after(() => (books.fault = undefined));
  await books.passOver(tenant);
  const { environmentId, providerRef: ref } = paid;
  const other = { kind: 'other_status', environmentId };
  assert.equal(await statusOf(paid), 'PENDING');
  assert.deepEqual(await differencesOf(app, ref), [{ ...other, resolution: null }]);
  assert.deepEqual(await differencesOf(app, expired.providerRef), []);
  books.fault = undefined;
  await books.passOver(tenant);
  assert.equal(await statusOf(paid), 'CONFIRMED');
  assert.deepEqual(await differencesOf(app, ref), [{ ...other, resolution: 'healed' }]);
});

test('a payment that the provider accepted and then took back is a difference', async () => {
  for (const status of ['pending', 'under_review', 'expired', 'canceled', 'error'] as const) {
    const tenant = await books.open();
    const deposit = await books.made(tenant, HOUR, { status });
    const { environmentId, id, providerRef: ref } = deposit;
    for (const read of ['approved', status] as const) {
      const reading = readingOf(deposit, { status: read });
      await settleDeposit(app, environmentId, id, { reading, cause: 'poll' });
    }
    assert.equal(await statusOf(deposit), 'CONFIRMED');
    await books.passOver(tenant);
    const other = { kind: 'other_status', resolution: null, environmentId };
    assert.deepEqual(await differencesOf(app, ref), [other], status);
  }
});

test('a stretch on which every step fails is skipped in the end', async () => {
  const tenant = await books.open();
  const { id: connection } = tenant.environment;
  await books.made(tenant, 30 * HOUR);
  const broken = /the worker has a bug/;
  books.fault = () => {
    throw new Error(broken.source);
  };
  await requestSweep(app.db, connection, 40 * HOUR);
  for (let tries = 0; tries < 6; tries += 1) {
    await app.db`
      update reconciliation_sweeps set due_at = now() where connection = ${connection}`;
    const sweep = await claimSweep(app.db, { connection, name: 'asked' });
    assert.ok(sweep);
    await assert.rejects(takeStep(app, sweep), broken);
  }
  books.fault = undefined;
  assert.ok(!(await listRequested(app.db)).includes(connection));
});

test('a requested pass is not ended by the last step of a shorter one', async () => {
  const tenant = await books.open();
  const { id: connection } = tenant.environment;
  const old = await books.made(tenant, 30 * HOUR, { status: 'approved' });
  await requestSweep(app.db, connection, HOUR);
  const earlier = await claimSweep(app.db, { connection, name: 'asked' });
  assert.ok(earlier);
  await requestSweep(app.db, connection, 40 * HOUR);
  await takeStep(app, earlier);
  assert.ok((await listRequested(app.db)).includes(connection));
  await books.passOver(tenant);
  assert.equal(await statusOf(old), 'CONFIRMED');
});

test('a pass with a gap is repeated soon', async () => {
  const minutesTo = async (gaps: number): Promise<number | undefined> => {
    const { environment } = await books.open();
    await app.db`
      insert into provider_attempts (environment_id, resource_id, attempt, outcome, ended_at)
      values (${environment.id}, ${newId('dep')}, 1, 'unknown', now())`;
    await enrol(app.db, false);
    await app.db`
      update reconciliation_sweeps set gaps = ${gaps} where connection = ${environment.id}`;
    const sweep = await claimSweep(app.db, { connection: environment.id, name: 'ninety_days' });
    assert.ok(sweep);
    await takeStep(app, sweep);
    const [row] = await app.db<{ seconds: number }>`
      select extract(epoch from due_at - now())::float8 as seconds from reconciliation_sweeps
      where connection = ${environment.id} and sweep = 'ninety_days'`;
    return row && Math.round(row.seconds / 60);
  };
  assert.deepEqual([await minutesTo(0), await minutesTo(1)], [1_440, 10]);
});
