import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOlderDatabase } from '../../test/older-database.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';

const NAME = '0029_checklists.sql';

test("the migration moves an account's checklist to its test mode", async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, NAME);
  const { accountId, environment } = await openOlderTenant(db);
  await openOlderTenant(db);
  const walletAt = new Date('2026-11-20T12:00:00Z');
  await db`
    insert into checklists (account_id, is_hidden, wallet_at)
    values (${accountId}, true, ${walletAt})`;
  assert.deepEqual(await upgrade('this'), [NAME]);
  assert.deepEqual(
    await db`select environment_id, is_hidden, wallet_at, provider_at from checklists`,
    [{ environmentId: environment.id, isHidden: true, walletAt, providerAt: null }],
  );
});
