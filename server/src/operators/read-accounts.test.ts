import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { addCrowd } from '../../test/million-rows.ts';
import { costsOf } from '../../test/plans.ts';
import { DAY_MS } from '../durations.ts';
import { newId } from '../ids.ts';
import { findAnyAccount } from './read-accounts.ts';

const ROWS = 6_000;
const FROM_INDEX = 'Index Only Scan deposits_confirmed deposits';

const app = await testApp();

const before = (days: number): Date => new Date(Date.now() - days * DAY_MS);

test("an account's volume is what was confirmed in the last 30 days, whenever it was created", async () => {
  const tenant = await testEnvironment(app);
  const confirmed = async (days: number): Promise<void> => {
    const { id } = await storedDeposit(app, tenant, { createdAt: before(40) });
    await app.db`
      update deposits set status = 'CONFIRMED', confirmed_at = ${before(days)} where id = ${id}`;
  };
  await confirmed(29);
  await confirmed(31);
  const account = await findAnyAccount(app.db, tenant.accountId);
  assert.deepEqual(account?.volume.test, { count: 1, amountCents: 5_000 });
});

test('a payment that the provider only returned does not count as a dispute', async () => {
  const tenant = await testEnvironment(app, 'live');
  const reversed = async (kind: 'estorno' | 'med', disputed: boolean): Promise<void> => {
    const deposit = await storedDeposit(app, tenant);
    await app.db`
      insert into reversals (environment_id, id, deposit_id, kind, disputed, provider_ref, divergent,
        amount_cents, informed_tax_id, deadline, created_at)
      values (${tenant.environment.id}, ${newId('med')}, ${deposit.id}, ${kind}, ${disputed}, 'any',
        false, 5000, ${app.vault.seal('reversals.informed_tax_id', '12345678909')}, now(), now())`;
  };
  await reversed('estorno', false);
  await reversed('med', true);
  await reversed('med', false);
  const account = await findAnyAccount(app.db, tenant.accountId);
  assert.deepEqual(account?.alerts, { estorno: 1, med: 1, open: 0 });
});

test("an account's volume is summed from an index alone", async () => {
  const { accountId, environment } = await testEnvironment(app);
  await addCrowd(app.db, environment.id, ROWS);
  await app.db`
    update deposits
    set created_at = now() - interval '1 day', confirmed_at = now() - interval '1 day'
    where environment_id = ${environment.id} and status = 'CONFIRMED'`;
  await app.db`vacuum analyze deposits`;
  const costs = await costsOf(app.db, (on) => findAnyAccount(on, accountId));
  const adding = costs.filter(({ statement }) => statement.includes('from deposits'));
  assert.equal(adding.length, 2);
  assert.ok(
    adding.every(({ steps }) => steps.includes(FROM_INDEX)),
    JSON.stringify(adding, null, 1),
  );
});
