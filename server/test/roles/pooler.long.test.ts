import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { connect, isDatabaseAway } from '../../src/platform/db.ts';
import { type Scope, testDatabase } from '../database.ts';
import { followPage, openPage } from '../follow-page.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, openEndpoint, openMerchant, STRANGER } from '../merchant.ts';
import { openPooler, type Pooler } from '../pooler.ts';
import { until } from '../receiver.ts';
import { openSession } from '../session.ts';

const scope: Scope = { after };
let pooler: Pooler | undefined;
const gateway = await openGateway(scope, {
  env: { PONTE_DATABASE_POOLED: 'true', PONTE_RATE_LIMITS: 'database' },
  through: async (databaseUrl) => (pooler = await openPooler(scope, databaseUrl)).url,
});

test('a whole gateway works behind a pooler in transaction mode, and leaves no session state', async () => {
  const merchant = await openMerchant(gateway);
  const { notified } = await openEndpoint(merchant);
  const [paid, returned, disputed] = await Promise.all([
    merchant.deposit(),
    merchant.deposit({ amountCents: 7_000 }),
    merchant.deposit({ amountCents: 9_000 }),
  ]);
  await merchant.command(`deposits/${String(paid['id'])}/pay`);
  await merchant.command(`deposits/${String(returned['id'])}/pay`, { payerTaxId: STRANGER });
  await merchant.command(`deposits/${String(disputed['id'])}/pay`);
  await merchant.reaches(String(paid['id']), 'CONFIRMED');
  await merchant.reaches(String(returned['id']), 'REFUNDED');
  await merchant.reaches(String(disputed['id']), 'CONFIRMED');
  await merchant.command(`deposits/${String(disputed['id'])}/med`);
  await merchant.reaches(String(disputed['id']), 'REFUNDED');

  const key = randomUUID();
  const order = ['POST', '/v1/api/deposit', DEPOSIT, { 'idempotency-key': key }] as const;
  const burst = await Promise.all(Array.from({ length: 10 }, () => merchant.call(...order)));
  const made = new Set(burst.flatMap(({ status, body }) => (status === 201 ? [body['id']] : [])));
  assert.equal(made.size, 1);
  assert.ok(burst.every(({ status }) => status === 201 || status === 409));

  const withdrawal = await merchant.withdraw();
  await merchant.command(`withdrawals/${String(withdrawal['id'])}/fund`);
  await merchant.reaches(String(withdrawal['id']), 'COMPLETED');
  const page = await openPage(gateway, merchant);
  const stream = await followPage(scope, gateway.url, page.path);
  await merchant.command(`deposits/${page.depositId}/pay`);
  await until(() => stream.states().at(-1) === 'confirmed', 10_000);
  await until(() => notified().length >= 6);
  for (const list of [
    'transactions',
    'wallets',
    'meds',
    'webhook-endpoints',
    'webhook-deliveries',
  ]) {
    assert.ok((await merchant.list(`/v1/api/${list}`)).length > 0, list);
  }
  assert.equal((await fetch(`${gateway.url}/readyz`)).status, 200);
  assert.equal((await fetch(`${gateway.url}/metrics`)).status, 200);

  assert.ok(pooler);
  assert.deepEqual([...pooler.offences], []);
  assert.ok(pooler.count.transactions > 20 * pooler.count.sessions);
});

test('the test pooler rejects or reports named statements, parameters and session state', async (t) => {
  const strict = await openPooler(t, await testDatabase(t), 2);
  const unpooled = connect({ url: strict.url, connections: 1, onError: () => undefined });
  t.after(() => unpooled.end());
  await assert.rejects(unpooled`select 1`, /unsupported startup parameter/);

  const client = await openSession(t, strict.url);
  await client.query("set lock_timeout = '1s'");
  await client.query('listen something');
  await client.query('select pg_advisory_lock(1)');
  await client.query('create temp table mine (id int)');
  await client.query({ name: 'named', text: 'select 1' });
  assert.equal(strict.offences.length, 6, strict.offences.join('\n'));
  const left = (await strict.remembered()).map((what) => what.split(' ')[0]).sort();
  assert.deepEqual(left, ['listener', 'lock', 'setting', 'statement', 'temporary']);
  await assert.rejects(
    client.query('select * from mine').then(() => client.query('select * from mine')),
    /does not exist/,
    'each transaction has another session',
  );
});

test('a client paused within a transaction behind a pooler locks its rows only briefly', async (t) => {
  const url = await testDatabase(t);
  const open = (to: string, pooled: boolean) => {
    const db = connect({
      url: to,
      connections: 1,
      pooled,
      answerMs: 2_000,
      onError: () => undefined,
    });
    t.after(() => db.end());
    return db;
  };
  const behind = open((await openPooler(t, url, 2)).url, true);
  const direct = open(url, false);
  const isFree = async (): Promise<boolean> => {
    const rows = await direct`select from audit_head for update skip locked`;
    return rows.length > 0;
  };
  const wakeUp = Promise.withResolvers<undefined>();
  t.after(() => wakeUp.resolve(undefined));
  const asleep = behind.begin(async (tx) => {
    await tx`select from audit_head for update`;
    await wakeUp.promise;
    await tx`update audit_head set sequence = sequence + 1`;
  });
  asleep.catch(() => undefined);
  await until(async () => !(await isFree()));
  await until(isFree, 20_000);
  wakeUp.resolve(undefined);
  await assert.rejects(asleep, isDatabaseAway);
  assert.deepEqual(await direct`select sequence from audit_head`, [{ sequence: 0 }]);
});
