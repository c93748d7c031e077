/** The same stores twice: the server's on PostgreSQL, and the in-memory ones, under one clock. */
import { pino } from 'pino';
import { createAccount } from '../../src/accounts/create-account.ts';
import { listEnvironments } from '../../src/accounts/store.ts';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { AccountId, EndpointId, EnvironmentId } from '../../src/ids.ts';
import { connect } from '../../src/platform/db.ts';
import { identifier } from '../../src/platform/sql.ts';
import { SECRET_PLACE } from '../../src/webhooks/endpoint.ts';
import { DEFAULT_KINDS } from '../../src/webhooks/event.ts';
import { after } from 'node:test';
import { testDatabase } from '../database.ts';
import { openMemoryDb } from './memory/connection.ts';
import { begin, commit, execute, type MemoryDatabase, openMemory } from './memory/database.ts';
import { endpoints, environments } from './memory/tables.ts';
import { plainVault } from './plain-vault.ts';

import * as attemptStore from '../../src/webhooks/attempt-store.ts';
import * as claim from '../../src/idempotency/claim.ts';
import * as deliveryStore from '../../src/webhooks/delivery-store.ts';
import * as depositStore from '../../src/deposits/store.ts';
import * as endKey from '../../src/idempotency/end-key.ts';
import * as endpointStore from '../../src/webhooks/store.ts';
import * as leaseStore from '../../src/webhooks/lease-store.ts';
import * as inbox from '../../src/provider/inbox.ts';
import * as orphan from '../../src/idempotency/orphan.ts';
import * as recordDeposit from '../../src/deposits/record-deposit.ts';
import * as recordEvents from '../../src/webhooks/record-events.ts';
import * as recordWithdrawal from '../../src/withdrawals/record-withdrawal.ts';
import * as settlementStore from '../../src/deposits/settlement-store.ts';
import * as transition from '../../src/provider/transition.ts';
import * as withdrawalSettlements from '../../src/withdrawals/settlement-store.ts';
import * as withdrawalStore from '../../src/withdrawals/store.ts';

import * as memoryAttemptStore from './memory/attempt-store.ts';
import * as memoryClaim from './memory/claim.ts';
import * as memoryDeliveryStore from './memory/delivery-store.ts';
import * as memoryDepositStore from './memory/deposits.ts';
import * as memoryEndKey from './memory/end-key.ts';
import * as memoryEndpointStore from './memory/endpoints.ts';
import * as memoryLeaseStore from './memory/lease-store.ts';
import * as memoryInbox from './memory/inbox.ts';
import * as memoryOrphan from './memory/orphan.ts';
import * as memoryRecordDeposit from './memory/record-deposit.ts';
import * as memoryRecordEvents from './memory/record-events.ts';
import * as memoryRecordWithdrawal from './memory/record-withdrawal.ts';
import * as memorySettlementStore from './memory/settlements.ts';
import * as memoryTransition from './memory/transition.ts';
import * as memoryWithdrawalSettlements from './memory/withdrawal-settlements.ts';
import * as memoryWithdrawalStore from './memory/withdrawals.ts';

const REAL = {
  ...{ attemptStore, claim, deliveryStore, depositStore, endKey, endpointStore, inbox, orphan },
  ...{ recordDeposit, recordEvents, recordWithdrawal, settlementStore, transition },
  ...{ leaseStore, withdrawalSettlements, withdrawalStore },
};
export type Stores = typeof REAL;

/** Checked by the compiler against the real stores. */
const MEMORY: Stores = {
  ...{ attemptStore: memoryAttemptStore, claim: memoryClaim, deliveryStore: memoryDeliveryStore },
  ...{ depositStore: memoryDepositStore, endKey: memoryEndKey, inbox: memoryInbox },
  ...{ endpointStore: memoryEndpointStore, orphan: memoryOrphan, transition: memoryTransition },
  ...{ recordDeposit: memoryRecordDeposit, recordEvents: memoryRecordEvents },
  ...{ recordWithdrawal: memoryRecordWithdrawal, settlementStore: memorySettlementStore },
  ...{ withdrawalStore: memoryWithdrawalStore, leaseStore: memoryLeaseStore },
  withdrawalSettlements: memoryWithdrawalSettlements,
};

export interface Side {
  readonly app: App;
  readonly stores: Stores;
}

export interface Sides {
  readonly real: Side;
  readonly memory: Side;
  readonly database: MemoryDatabase;
  readonly environmentIds: readonly EnvironmentId[];
  readonly endpointIds: readonly EndpointId[];
  now(): Date;
  moveClock(ms: number): Promise<void>;
}

const BEGAN_AT = Date.UTC(2026, 10, 20, 12, 34, 56, 789);

/** A clock that the test moves comes before PostgreSQL's own in the search path. */
async function replaceClock({ db }: App): Promise<void> {
  await db`create schema test_clock`;
  await db`create table test_clock.present (at timestamptz not null)`;
  await db`insert into test_clock.present values (${new Date(BEGAN_AT)})`;
  await db`create function test_clock.now() returns timestamptz language sql stable
    as 'select at from test_clock.present'`;
  const columns = await db<{ name: string; column: string }>`
    select c.relname as name, a.attname as column
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) in ('now()', 'pg_catalog.now()') and c.relkind in ('r', 'p')`;
  for (const { name, column } of columns) {
    await db`alter table ${identifier(name)} alter column ${identifier(column)}
      set default test_clock.now()`;
  }
}

export async function openSides(): Promise<Sides> {
  const url = new URL(await testDatabase());
  url.searchParams.set('options', '-c search_path=test_clock,public,pg_catalog');
  const db = connect({
    url: url.href,
    connections: 3,
    isBatching: false,
    onError: () => undefined,
  });
  after(() => db.end());
  const around = {
    ...{ config: readConfig({}), vault: plainVault, log: pino({ level: 'silent' }) },
    providerOf: () => undefined,
    chainOf: () => undefined,
  };
  const real = { app: { ...around, db }, stores: REAL };
  await replaceClock(real.app);
  let now = new Date(BEGAN_AT);
  const database = openMemory(() => now);
  const memoryDb = openMemoryDb(database, 'test', async (_, act) => act());
  const memory = { app: { ...around, db: memoryDb }, stores: MEMORY };
  const { environmentIds, endpointIds } = await openTenants(real.app, database);
  return {
    ...{ real, memory, database, environmentIds, endpointIds },
    now: () => now,
    moveClock: async (ms) => {
      now = new Date(now.getTime() + ms);
      await db`update test_clock.present set at = ${now}`;
    },
  };
}

/** A live and a test environment, one with two endpoints. */
async function openTenants({ db }: App, database: MemoryDatabase) {
  const { accountId } = await createAccount(db, 'owner@example.com');
  const tenants = await listEnvironments(db, accountId);
  const [first] = tenants;
  if (!first) throw new Error('an account has environments');
  const endpointIds = ['whe_00000000000000000000000001', 'whe_00000000000000000000000002'] as const;
  const secret = plainVault.seal(SECRET_PLACE, 'whsec_');
  for (const id of endpointIds) {
    await db`
      insert into webhook_endpoints
        (environment_id, id, url, events, secret, created_at, updated_at)
      values (${first.id}, ${id}, ${`https://${id}.example`}, ${[...DEFAULT_KINDS]}, ${secret},
        now(), now())`;
  }
  const tx = begin(database, 'test');
  execute(database, tx, (s) => {
    for (const { id, mode } of tenants) s.insert(environments, row(id, accountId, mode));
    for (const id of endpointIds) {
      s.insert(endpoints, {
        ...{ environmentId: first.id, id, url: `https://${id}.example`, events: DEFAULT_KINDS },
        ...{ enabled: true, disabledReason: null, secret, failingSince: null, slow: false },
      });
    }
  });
  commit(database, tx);
  return { environmentIds: tenants.map(({ id }) => id), endpointIds };
}

function row(id: EnvironmentId, accountId: AccountId, mode: 'test' | 'live') {
  return { id, accountId, mode };
}
