import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type App } from '../src/app.ts';
import { testApp } from './app.ts';

/** Tables that belong to no tenant, and to whom they belong instead. */
const OF_NO_TENANT: Readonly<Record<string, string>> = {
  accounts: 'an account has two tenants',
  environments: 'a tenant itself',
  users: 'a person may belong to several accounts',
  sign_ups: 'not an account yet',
  sign_up_links: 'not an account yet',
  reset_links: 'a person',
  totp_secrets: 'a person',
  recovery_codes: 'a person',
  passkeys: 'a person',
  passkey_challenges: 'a person',
  sessions: 'a person',
  attempts: 'addresses and guesses, of nobody known',
  memberships: 'an account',
  invitations: 'an account',
  mails: 'an account',
  audit_entries: 'one chain over all acts in this installation',
  audit_head: 'one chain over all acts in this installation',
  rate_limits: 'a key or an address, forgotten within minutes',
  installation: 'the installation',
  database_clock: 'the installation',
  encryption_keys: 'the installation',
  retired_keys: 'the installation',
  schema_migrations: 'the installation',
  // All live tenants share one connection to the provider, which says nothing about tenants.
  provider_inbox: 'a connection: the tenant of a notice is known only once it is applied',
  provider_budgets: 'a connection',
  probes: 'a connection',
  orphans: 'a connection: whose order made it may never be known',
  reconciliation_sweeps: 'a connection',
  reconciliation_differences: 'a connection',
  operator_alerts: 'the operator',
  operator_alert_words: 'the operator',
};

/** What is unique over all tenants, and what would keep it unique among several servers. */
const UNIQUE_OVER_ALL: Readonly<Record<string, string>> = {
  api_keys_by_id: 'random, and says whose a request is: a directory of keys would be beside it',
  deposits_by_id: 'random; the page of a QR code has no tenant',
  deposits_provider_ref: 'given by the provider: no two deposits share a charge',
  withdrawals_provider_ref: 'given by the provider',
  withdrawals_address: 'made by the provider for one payout',
  withdrawals_script: 'of the same address',
  payment_links_slug: 'random, and public: says whose link it is',
  reconciliation_results_pass_environment_id_key: 'random, of a connection, which tenants share',
  checkouts_token: 'random, and says whose page it is',
};

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Primary and unique keys of tables, without those of partitions. */
async function keysOf({ db }: App): Promise<(Key & { isPrimary: boolean })[]> {
  return db`
    select t.relname::text as table, x.relname::text as name, i.indisprimary as is_primary,
      (select array_agg(a.attname::text order by k.place)
        from unnest(i.indkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
        where k.place <= i.indnkeyatts) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where t.relnamespace = 'public'::regnamespace and not t.relispartition
      and (i.indisunique or i.indisprimary)
    order by 1, 2`;
}

async function tablesOf({ db }: App): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select relname::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition
    order by 1`;
  return rows.map(({ name }) => name);
}

test('every primary key begins with the tenant, except in tables listed as belonging to none', async (t) => {
  const app = await testApp(t);
  const tables = await tablesOf(app);
  const keys = (await keysOf(app)).filter(({ isPrimary }) => isPrimary);
  assert.ok(tables.length >= 45);
  const without = tables.filter((name) => {
    const key = keys.find(({ table }) => table === name);
    return key?.columns[0] !== 'environment_id';
  });
  assert.deepEqual(without, Object.keys(OF_NO_TENANT).sort());
  // None of these is said to belong to a tenant.
  const claimed = await app.db<{ name: string }>`
    select c.relname::text as name from pg_class c
    join pg_attribute e on e.attrelid = c.oid and e.attname = 'environment_id'
    where c.relname = any(${without}) and c.relnamespace = 'public'::regnamespace and e.attnotnull`;
  assert.deepEqual(claimed, []);
});

test('uniqueness is per tenant, except for identifiers that tenants do not choose', async (t) => {
  const app = await testApp(t);
  const wide = (await keysOf(app)).filter(
    ({ table, columns }) => !(table in OF_NO_TENANT) && columns[0] !== 'environment_id',
  );
  assert.deepEqual(wide.map(({ name }) => name).sort(), Object.keys(UNIQUE_OVER_ALL).sort());
});

test('foreign keys of a tenant’s rows lead only to rows of the same tenant, or to users', async (t) => {
  const app = await testApp(t);
  const keys = await app.db<Key & { target: string; targetColumns: string[] }>`
    select t.relname::text as table, c.conname::text as name, f.relname::text as target,
      (select array_agg(a.attname::text order by k.place)
        from unnest(c.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number) as columns,
      (select array_agg(a.attname::text order by k.place)
        from unnest(c.confkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = f.oid and a.attnum = k.number) as target_columns
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace and not t.relispartition
    order by 1, 2`;
  const elsewhere = keys.filter(({ table, target, columns, targetColumns }) => {
    if (table in OF_NO_TENANT) return !(target in OF_NO_TENANT);
    if (target === 'environments') return columns.join() !== 'environment_id';
    if (target === 'users') return false;
    return columns[0] !== 'environment_id' || targetColumns[0] !== 'environment_id';
  });
  assert.deepEqual(elsewhere, []);
  assert.ok(keys.length >= 20);
});

/** Indexes of tenants' tables that do not begin with the tenant, and what scans them. */
const SCANNED_BY: Readonly<Record<string, string>> = {
  agent_orders_age: 'the worker',
  checkouts_address: 'how often one address orders, on whichever page',
  deposit_checks_due: 'the worker',
  deposits_look: 'the worker',
  events_unnumbered: 'the worker',
  idempotency_keys_failed: 'the worker',
  idempotency_keys_resting: 'the worker',
  idempotency_keys_running: 'the worker',
  listeners_seen: 'the worker',
  provider_attempts_doubtful: 'the worker',
  provider_attempts_open: 'the worker',
  provider_shares_waiting: 'the fair share of a budget',
  wallet_addresses_due: 'the worker',
  reconciliation_results_long: 'the worker',
  reconciliation_results_short: 'the worker',
  webhook_endpoints_failing: 'the worker',
  webhook_hours_age: 'the worker',
  webhook_replays_due: 'the worker',
  withdrawal_fundings_due: 'the worker',
  withdrawal_requests_due: 'the worker',
  withdrawals_look: 'the worker',
};

test('only the listed indexes span tenants, nearly all of them for background work', async (t) => {
  const app = await testApp(t);
  const rows = await app.db<{ table: string; name: string; first: string }>`
    select t.relname::text as table, x.relname::text as name, a.attname::text as first
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where t.relnamespace = 'public'::regnamespace and not t.relispartition and not i.indisunique`;
  const across = rows.filter(
    ({ table, first }) => !(table in OF_NO_TENANT) && first !== 'environment_id',
  );
  assert.deepEqual(across.map(({ name }) => name).sort(), Object.keys(SCANNED_BY).sort());
});
