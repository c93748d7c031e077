import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { openOlderDatabase } from '../../test/older-database.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';
import { newId } from '../ids.ts';

const NAME = '0034_disputed_reversals.sql';

test('an existing reversal becomes disputed if its deposit was confirmed or has a MED notice', async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, NAME);
  const app = { ...(await testApp(t)), db };
  const tenant = await openOlderTenant(db);
  const reversed = async (isConfirmed: boolean, notice?: string): Promise<string> => {
    const at = isConfirmed ? new Date() : null;
    const { environmentId, id, providerRef } = await storedDeposit(app, tenant);
    await db`
      update deposits set status = 'REFUNDED', confirmed_at = ${at}, refunded_at = now()
      where id = ${id}`;
    await db`
      insert into reversals (environment_id, id, deposit_id, kind, provider_ref, divergent,
        amount_cents, informed_tax_id, deadline, created_at)
      values (${environmentId}, ${newId('med')}, ${id}, 'med', 'any', false, 5000, ${SEALED},
        now(), now())`;
    if (notice === undefined) return id;
    await db`
      insert into provider_inbox (mode, kind, provider_ref, digest, body)
      values ('test', ${notice}, ${providerRef}, sha256(${id}::bytea), ${SEALED})`;
    return id;
  };
  const confirmed = await reversed(true);
  const filed = await reversed(false, 'med');
  const noticed = await reversed(false, 'deposit');
  const quiet = await reversed(false);
  assert.deepEqual(await upgrade('this'), [NAME]);
  const rows = await db<{ depositId: string; disputed: boolean }>`
    select deposit_id, disputed from reversals`;
  assert.deepEqual(
    new Map(rows.map(({ depositId, disputed }) => [depositId, disputed])),
    new Map([
      [confirmed, true],
      [filed, true],
      [noticed, false],
      [quiet, false],
    ]),
  );
});

const SEALED = `v1:k1:${'0'.repeat(56)}`;
