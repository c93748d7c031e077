import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { countWaiting } from '../locks.ts';
import { callAs, DEPOSIT, openEndpoint, openMerchant, WITHDRAWAL } from '../merchant.ts';
import { until } from '../receiver.ts';
import { expireLeases } from '../running-key.ts';
import { startRole } from './role-process.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

/** The sandbox takes five seconds for these: time enough to be stopped in the middle. */
const ORDERS = [
  { path: '/v1/api/deposit', order: { ...DEPOSIT, amountCents: 50_005 }, books: 'charges' },
  { path: '/v1/api/withdraw', order: { ...WITHDRAWAL, amountCents: 50_005 }, books: 'withdrawals' },
] as const;

describe('a process paused past its lease', () => {
  const cases = ORDERS.flatMap((one) => [
    { ...one, generation: 'current', orphans: 1 },
    { ...one, generation: 'legacy', orphans: 0 },
  ]);
  for (const { path, order, books, generation, orphans } of cases) {
    test(`shows no code when it resumes, since another one has answered (${books}, ${generation})`, async (t) => {
      const merchant = await openMerchant(gateway);
      const { id } = merchant.environment;
      await gateway.sandbox.call('PUT', id, '/switches', { generation });
      const sleeper = await startRole(t, gateway, 'api');
      const key = { 'idempotency-key': randomUUID() };
      const asleep = callAs(sleeper.url, merchant.key)('POST', path, order, key);
      // Not before the provider has it: nobody may be shown what it then makes.
      await until(async () => {
        const calls = await app.db`
          select attempt from idempotency_keys where environment_id = ${id}`;
        const made = (await merchant.books())[books];
        return calls.length === 1 && made.length > 0;
      }, 20_000);
      sleeper.child.kill('SIGSTOP');
      await expireLeases(app.db, id);

      const answer = await merchant.call('POST', path, order, key);
      assert.equal(answer.status, 201, answer.text);
      sleeper.child.kill('SIGCONT');
      const late = await asleep;
      assert.deepEqual([late.status, late.body['error']], [409, 'in_progress']);
      const again = await merchant.call('POST', path, order, key);
      assert.equal(again.text, answer.text);
      const shown = await app.db`
        select id from deposits where environment_id = ${id}
        union all select id from withdrawals where environment_id = ${id}`;
      assert.equal(shown.length, 1);
      // What the paused process brought is on record: an orphan, unless it is the very charge
      // shown.
      const found = await app.db`
        select found_by from orphans where environment_id = ${id} and found_by = 'late_answer'`;
      assert.equal(found.length, orphans);
    });
  }
});

test('a worker paused within a settlement blocks its deposit only briefly, and duplicates nothing on resuming', async (t) => {
  const merchant = await openMerchant(gateway);
  const { id: environmentId } = merchant.environment;
  const { notified } = await openEndpoint(merchant, undefined, t);
  const id = String((await merchant.deposit())['id']);
  const sleeper = await startRole(t, gateway, 'worker');
  await app.db.begin(async (tx) => {
    // The settling process holds the deposit, and gets no further than its event.
    await tx`lock table events in share mode`;
    await merchant.command(`deposits/${id}/pay`);
    await until(async () => (await countWaiting(app)) > 0, 20_000);
    sleeper.child.kill('SIGSTOP');
  });
  const other = await startRole(t, gateway, 'worker');
  await merchant.reaches(id, 'CONFIRMED', 60_000);
  await until(() => notified().length === 1, 60_000);
  sleeper.child.kill('SIGCONT');

  // It resumes, and nothing of its half-done work exists.
  other.child.kill('SIGKILL');
  await other.ended;
  const next = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${next}/pay`);
  await merchant.reaches(next, 'CONFIRMED', 60_000);
  await until(() => notified().length === 2, 60_000);
  assert.equal(sleeper.hasEnded(), false);
  assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  const [written] = await app.db`
    select (select count(*) from transitions where resource_id = ${id}
        and to_status = 'CONFIRMED') as transitions,
      (select count(*) from webhook_deliveries where resource_id = ${id}) as deliveries,
      (select sum(confirmed_count)::bigint from deposit_sums
        where environment_id = ${environmentId}) as counted`;
  assert.deepEqual(written, { transitions: 1, deliveries: 1, counted: 2 });
});
