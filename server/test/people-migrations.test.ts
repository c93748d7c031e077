import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../src/ids.ts';
import type { Db } from '../src/platform/db.ts';
import { openOlderDatabase } from './older-database.ts';
import { openOlderTenant } from './older-tenant.ts';

const FIRST_WITH_PEOPLE = '0011_users.sql';

type Attempt = readonly [at: Date, status: number | null, error: string | null];

test('the migration gives each account an owner and counts its earlier delivery attempts', async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, FIRST_WITH_PEOPLE);
  const { accountId, environment } = await openOlderTenant(db);
  const other = await openOlderTenant(db);
  await db`update accounts set email = 'Ana.Souza@Loja.Example' where id = ${accountId}`;
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000);
  const in1 = new Date(hour.getTime() + 1);
  const last = new Date(hour.getTime() + 3_599_999);
  const next = new Date(hour.getTime() + 3_600_000);
  const old = new Date(hour.getTime() - 9 * 86_400_000);
  const endpointId = newId('whe');
  await addDelivery(db, environment.id, endpointId, [
    [hour, null, 'timeout'],
    [in1, 500, null],
    [last, 204, null],
  ]);
  await addDelivery(db, environment.id, endpointId, [
    [last, 299, null],
    [next, 302, null],
    // The response started, and then broke off.
    [next, 200, 'too large'],
    [old, 200, null],
  ]);
  await addDelivery(db, other.environment.id, newId('whe'), [[hour, 200, null]]);

  await upgrade('all');
  const hours = await db`
    select hour, sum(succeeded)::bigint as succeeded, sum(failed)::bigint as failed
    from webhook_hours where environment_id = ${environment.id} and endpoint_id = ${endpointId}
    group by hour order by hour`;
  assert.deepEqual(hours, [
    { hour, succeeded: 2, failed: 2 },
    { hour: next, succeeded: 0, failed: 2 },
  ]);
  const owners = await db`
    select u.email, u.password_hash, m.role, u.email_confirmed_at is not null as is_confirmed
    from memberships m join users u on u.id = m.user_id where m.account_id = ${accountId}`;
  assert.deepEqual(owners, [
    { email: 'ana.souza@loja.example', passwordHash: null, role: 'owner', isConfirmed: true },
  ]);
  const [count] = await db`select count(*) as members from memberships`;
  assert.deepEqual(count, { members: 2 });
});

async function addDelivery(
  db: Db,
  environmentId: string,
  endpointId: string,
  attempts: readonly Attempt[],
): Promise<void> {
  const id = newId('whd');
  await db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, status, next_attempt_at, created_at)
    values (${environmentId}, ${id}, ${endpointId}, ${newId('evt')}, 'deposit.confirmed',
      ${newId('dep')}, '{}', 'succeeded', null, now())`;
  for (const [index, [at, status, error]] of attempts.entries()) {
    await db`
      insert into webhook_attempts
        (environment_id, delivery_id, attempt, at, duration_ms, response_status, error)
      values (${environmentId}, ${id}, ${index + 1}, ${at}, 5, ${status}, ${error})`;
  }
}
