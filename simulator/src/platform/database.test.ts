import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConnectionLoss, openDatabase } from './database.ts';
import { openVault } from './vault.ts';

test('a connection lost during a transaction fails the transaction, not the process', async (t) => {
  const db = openDatabase({
    url: String(process.env.PONTE_TEST_DATABASE_URL),
    vault: openVault('a secret'),
    pooled: false,
  });
  t.after(() => db.close());
  const lost = db.begin(async (tx) => {
    await tx`select pg_terminate_backend(pg_backend_pid())`;
  });
  await assert.rejects(lost, isConnectionLoss);
  assert.deepEqual(await db<{ one: number }>`select 1 as one`, [{ one: 1 }]);
});
