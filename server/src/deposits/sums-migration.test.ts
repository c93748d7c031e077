import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/database.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';
import { query } from '../../test/query.ts';
import { listWrongSums } from '../../test/sums.ts';
import { testApp } from '../../test/app.ts';
import { newId } from '../ids.ts';
import { connect } from '../platform/db.ts';
import { migrate } from '../platform/migrate.ts';
import type { DepositStatus } from './deposit.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const BEFORE = ['0001_accounts.sql', '0002_money.sql', '0003_events.sql'];

test('the deposits of before are in the sums from the start', async (t) => {
  const url = await testDatabase(t);
  await query(url, 'drop schema public cascade; create schema public');
  const directory = await mkdtemp(join(tmpdir(), 'ponte-sums-'));
  t.after(() => rm(directory, { recursive: true }));
  const bring = (name: string) => copyFile(join(MIGRATIONS, name), join(directory, name));
  await Promise.all(BEFORE.map(bring));
  await migrate(url, directory);
  // Deposits are written as today's code writes them.
  await query(url, 'alter table deposits add column from_panel boolean');

  const db = connect({ url, connections: 4, onError: () => undefined });
  t.after(() => db.end());
  const app = { ...(await testApp(t)), db };
  const tenants = [await openOlderTenant(db), await openOlderTenant(db)];
  const [walletId, paymentLinkId] = [newId('wal'), newId('lnk')];
  const statuses = ['PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED', 'CONFIRMED'] as const;
  for (const tenant of tenants) {
    for (const [index, status] of Array.from({ length: 6 }, () => statuses)
      .flat()
      .entries()) {
      const { id } = await storedDeposit(app, tenant, {
        walletId: index % 5 < 2 ? walletId : newId('wal'),
        paymentLinkId: index % 2 === 0 ? paymentLinkId : null,
      });
      await db`
        update deposits set status = ${status satisfies DepositStatus}, confirmed_at = now(),
          failed_at = now(), failure_reason = 'expired', refunded_at = now() where id = ${id}`;
    }
  }
  await bring('0004_links_and_sums.sql');
  assert.deepEqual(await migrate(url, directory), ['0004_links_and_sums.sql']);
  assert.deepEqual(await listWrongSums(db), []);
  const [sum] = await db<{ count: number; refunded: number }>`
    select sum(confirmed_count)::bigint as count, sum(refunded_cents)::bigint as refunded
    from deposit_sums where subject_id like 'wal_%'`;
  assert.deepEqual(sum, { count: 24, refunded: 12 * 5_000 });
});
