import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedDeposit } from '../../test/deposits.ts';
import { openOlderDatabase } from '../../test/older-database.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';
import { listWrongSums } from '../../test/sums.ts';
import { testApp } from '../../test/app.ts';
import { newId } from '../ids.ts';
import type { DepositStatus } from './deposit.ts';

const NAME = '0004_links_and_sums.sql';

test('the migration adds existing deposits to the sums', async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, NAME);
  // Today's code inserts the deposits, and it writes this column.
  await db`alter table deposits add column from_panel boolean`;
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
  assert.deepEqual(await upgrade('this'), [NAME]);
  assert.deepEqual(await listWrongSums(db), []);
  const [sum] = await db<{ count: number; refunded: number }>`
    select sum(confirmed_count)::bigint as count, sum(refunded_cents)::bigint as refunded
    from deposit_sums where subject_id like 'wal_%'`;
  assert.deepEqual(sum, { count: 24, refunded: 12 * 5_000 });
});
