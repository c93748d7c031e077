import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rename, rm, stat, symlink } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { openGateway, type Gateway } from '../gateway.ts';
import { admitted, DEPOSIT, openMerchant } from '../merchant.ts';
import { until } from '../receiver.ts';

/**
 * No room for the first row of a table: its file, still empty, is replaced by the device that is
 * always full. The error is the kernel's own, and PostgreSQL turns it into 53100.
 */
async function fillDisk({ app }: Gateway, table: string): Promise<{ makeRoom(): Promise<void> }> {
  const files = await app.db<{ path: string }>`
    select current_setting('data_directory') || '/' || pg_relation_filepath(leaf.oid) as path
    from pg_class leaf
    where leaf.relkind = 'r' and (leaf.oid = ${table}::regclass or leaf.oid in (
      select relid from pg_partition_tree(${table}::regclass) where isleaf))`;
  // What memory holds of the file would be written to it later.
  await app.db`checkpoint`;
  for (const { path } of files) {
    assert.equal((await stat(path)).size, 0, `${table} is not empty`);
    await rename(path, `${path}.aside`);
    await symlink('/dev/full', path);
  }
  await cutConnections(app);
  return {
    makeRoom: async () => {
      for (const { path } of files) {
        await rm(path);
        await rename(`${path}.aside`, path);
      }
      await cutConnections(app);
    },
  };
}

/** Each session keeps the files that it has used open. */
async function cutConnections({ db }: Gateway['app']): Promise<void> {
  await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await until(async () => {
    const rows = await db`
      select 1 as one from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_start < now() - interval '1 second'`.catch(() => [1]);
    return rows.length === 0;
  });
}

async function openShop(t: TestContext) {
  const gateway = await openGateway(t, { worker: false });
  const merchant = await openMerchant(gateway);
  const key = randomUUID();
  const order = () => merchant.call('POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': key });
  const charges = async (): Promise<number> => (await merchant.books()).charges.length;
  return { gateway, key, order, charges };
}

test('an order that finds the disk full at its claim is not begun, and succeeds once there is room', async (t) => {
  const { gateway, order, charges } = await openShop(t);
  const { makeRoom } = await fillDisk(gateway, 'idempotency_keys');
  const refused = await order();
  assert.deepEqual([refused.status, refused.body['error']], [503, 'unavailable'], refused.text);
  await makeRoom();
  assert.equal(await charges(), 0);
  const made = await admitted(order);
  assert.equal(made.status, 201, made.text);
  assert.equal(await charges(), 1);
});

test('an order that finds the disk full at its response shows nothing, and completes once there is room', async (t) => {
  const { gateway, key, order } = await openShop(t);
  const { db } = gateway.app;
  const { makeRoom } = await fillDisk(gateway, 'deposits');
  const refused = await order();
  assert.deepEqual([refused.status, refused.body['error']], [503, 'unavailable'], refused.text);
  const [claim] = await db<{ state: string }>`
    select state from idempotency_keys where key = ${key}`;
  assert.ok(claim && claim.state !== 'failed', claim?.state);
  await makeRoom();
  let made = refused;
  await until(async () => {
    // As if it had been leased half a minute ago.
    await db`
      update idempotency_keys set lease_until = now() - interval '1 second' where state = 'running'`;
    made = await order();
    return made.status === 201;
  });
  assert.equal((await order()).text, made.text);
  const deposits = await db<{ id: string }>`select id from deposits`;
  assert.deepEqual(
    deposits.map(({ id }) => id),
    [made.body['id']],
  );
});
