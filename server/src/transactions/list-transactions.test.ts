import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { EnvironmentId } from '../ids.ts';
import { listTransactions, type TransactionFilter } from './store.ts';

const LIMIT = 10;
/** Up to four index ranges of 11 rows: a page for each row, plus the descents. */
const BUFFERS = 60;

const NONE: TransactionFilter = {
  type: 'deposit',
  status: null,
  from: null,
  to: null,
  walletId: null,
  paymentLinkId: null,
  externalId: null,
  after: undefined,
  limit: LIMIT,
};

test('a page costs the same for the largest merchant, and for one that grew since the last analyze', async () => {
  const app = await testApp();
  const { db } = app;
  const { id } = await storedDeposit(app, await testEnvironment(app), { externalId: 'shop' });
  const add = (environment: string, after: number, count: number): Promise<unknown> => db`
    insert into deposits
    select made.* from deposits d
    cross join generate_series(1, ${count}::integer) as n
    cross join jsonb_populate_record(d, jsonb_build_object('environment_id', ${environment}::text,
      'id', 'dep_' || lpad(to_hex(${after} + n), 26, '0'), 'provider_ref', 'charge ' || (${after} + n),
      'created_at', now() - n * interval '1 second')) as made
    where d.id = ${id}`;
  const nameOf = (number: number): string => `env_${String(number).padStart(26, '0')}`;
  const [great, grown] = [nameOf(0), nameOf(1)];
  await add(great, 0, 20_000);
  for (let small = 1; small <= 200; small += 1) await add(nameOf(small), 100_000 + small * 10, 2);
  await db`vacuum analyze deposits`;
  await add(grown, 200_000, 4_000);
  const [{ walletId } = { walletId: '' }] = await db<{ walletId: string }>`
    select wallet_id from deposits where id = ${id}`;
  const filters = [
    {},
    { status: 'PENDING' },
    { status: 'REFUNDED' },
    { walletId },
    { externalId: 'shop' },
    { externalId: 'unknown' },
    { from: new Date(Date.now() - 1_800_000), to: new Date(Date.now() - 600_000) },
  ];
  for (const environment of [great, grown, nameOf(7)]) {
    for (const filter of filters) {
      const costs = await costsOf(db, (on) =>
        listTransactions(on, environment as EnvironmentId, { ...NONE, ...filter }),
      );
      const said = `${environment} ${JSON.stringify(filter)}: ${JSON.stringify(costs, null, 1)}`;
      assert.ok(worstOf(costs).buffers <= BUFFERS, said);
    }
  }
});
