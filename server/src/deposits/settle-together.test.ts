import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp, testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { listWrongSums } from '../../test/sums.ts';
import type { ChargeReading } from '../provider/port.ts';
import type { Deposit } from './deposit.ts';
import { settleDeposit } from './settle-deposit.ts';

const app = await testApp();
await openConnections(app);

async function storedDeposits(count: number): Promise<Deposit[]> {
  const tenant = await testEnvironment(app);
  return Promise.all(Array.from({ length: count }, () => storedDeposit(app, tenant)));
}

const settle = (deposit: Deposit, status: ChargeReading['status']) =>
  settleDeposit(app, deposit.environmentId, deposit.id, {
    reading: readingOf(deposit, { status }),
    cause: 'poll',
  });

async function eventsOf({ environmentId }: Deposit): Promise<string[]> {
  const rows = await app.db<{ kind: string }>`
    select kind from events where environment_id = ${environmentId} order by position`;
  return rows.map(({ kind }) => kind);
}

test('concurrent readings of many deposits are settled in few transactions, each exactly once', async () => {
  const deposits = await storedDeposits(60);
  const [first] = deposits;
  assert.ok(first);
  const results = await Promise.all(deposits.map((deposit) => settle(deposit, 'approved')));
  assert.deepEqual(new Set(results), new Set(['CONFIRMED']));
  assert.equal((await eventsOf(first)).length, 60);
  const [row] = await app.db<{ transactions: number }>`
    select count(distinct xmin::text) as transactions from transitions
    where environment_id = ${first.environmentId}`;
  assert.ok(row && row.transactions < 10, JSON.stringify(row));
  assert.deepEqual(await listWrongSums(app.db), []);
});

test('a deposit that cannot be settled does not fail others in its batch', async () => {
  const deposits = await storedDeposits(5);
  const [broken] = deposits;
  assert.ok(broken);
  // Its event exists already, so inserting it fails and the change is rolled back.
  await app.db`
    insert into events (environment_id, id, kind, resource_id, body, created_at)
    values (${broken.environmentId}, 'evt_00000000000000000000000001', 'deposit.confirmed',
      ${broken.id}, '{}', now())`;
  const ends = await Promise.allSettled(deposits.map((deposit) => settle(deposit, 'approved')));
  const values = ends.map((end) => (end.status === 'fulfilled' ? end.value : 'failed'));
  assert.deepEqual(values, ['failed', ...Array<string>(4).fill('CONFIRMED')]);
  const [row] = await app.db`select status from deposits where id = ${broken.id}`;
  assert.deepEqual(row, { status: 'PENDING' });
  assert.deepEqual(await listWrongSums(app.db), []);
});

test('a locked deposit does not delay the settlement of others', async () => {
  const [held, free] = await storedDeposits(2);
  assert.ok(held && free);
  const settled = await app.db.begin(async (tx) => {
    await tx`select from deposits where id = ${held.id} for update`;
    const waiting = settle(held, 'approved');
    assert.equal(await settle(free, 'approved'), 'CONFIRMED');
    return { waiting };
  });
  assert.equal(await settled.waiting, 'CONFIRMED');
});

test('concurrent readings of one deposit are settled one after another', async () => {
  const [deposit] = await storedDeposits(1);
  assert.ok(deposit);
  const statuses = ['approved', 'refunded', 'approved', 'depix_sent'] as const;
  await Promise.all(statuses.map((status) => settle(deposit, status)));
  assert.deepEqual((await eventsOf(deposit)).toSorted(), ['deposit.confirmed', 'deposit.refunded']);
  assert.deepEqual(await listWrongSums(app.db), []);
});
