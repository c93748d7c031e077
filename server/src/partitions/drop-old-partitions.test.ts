import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { addRequest, keepAll, partitionsOf, placesOf } from '../../test/logs.ts';
import { DEPOSIT, openMerchant } from '../../test/merchant.ts';
import { until } from '../../test/receiver.ts';
import { testApp, testEnvironment } from '../../test/app.ts';
import { testDatabase, urlBehind } from '../../test/database.ts';
import { query } from '../../test/query.ts';
import { openSession } from '../../test/session.ts';
import { answering, arrangeEndpoint, deliverDue, recordDeposits } from '../../test/webhooks.ts';
import { DAY_MS } from '../durations.ts';
import { connect, type Db, isDatabaseAway } from '../platform/db.ts';
import { REQUEST_LOG as LOG } from '../requests/request.ts';
import { ATTEMPT_LOG } from '../webhooks/delivery.ts';
import { hasDeliveriesBefore } from '../webhooks/retention-store.ts';
import { dropOldPartitions } from './drop-old-partitions.ts';
import { listDetached } from './store.ts';

const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const always = () => Promise.resolve(true);

/** Partitions as the last weeks would have created them, with a row in each. */
async function grow(db: Db, environmentId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const days of [70, 60, 50, 40, 20, 1]) {
    ids.push(await addRequest(db, environmentId, ago(days)));
    await keepAll(db, LOG, ago(days));
  }
  return ids;
}

async function forgetAll(db: Db, days: number): Promise<void> {
  // If a lock could not be had at once, the job's next turn tries again.
  const turn = () =>
    dropOldPartitions(db, LOG, days, always).catch((error: unknown) => {
      if (isDatabaseAway(error)) return true;
      throw error;
    });
  while (await turn());
}

async function arrange(t: TestContext) {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const ids = await grow(app.db, environment.id);
  return { app, db: app.db, environment, ids };
}

/** Reads the table in a transaction that stays open until it is released, however late. */
async function openReader(t: TestContext, db: Db) {
  const client = await openSession(t, await urlBehind(db));
  await client.query('begin');
  await client.query('select from api_requests');
  return () => client.query('commit');
}

const isWaiting = async (db: Db): Promise<boolean> => {
  const waiting = await db`
    select from pg_stat_activity where datname = current_database() and query ilike '%detach partition%'
      and wait_event_type = 'Lock'`;
  return waiting.length > 0;
};

/** The rows that are left after 30 days: the newest, since a week ends days after its first row. */
async function keptOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const kept = Object.keys(await placesOf(db, LOG)).sort();
  assert.deepEqual(kept, ids.slice(-kept.length).sort());
  assert.ok(kept.length >= 2 && kept.length <= 3, String(kept.length));
  return kept;
}

test('only weekly partitions that are past retention as a whole are dropped', async (t) => {
  const { db, ids } = await arrange(t);
  await forgetAll(db, 30);
  const kept = await keptOf(db, ids);
  assert.deepEqual(await listDetached(db, LOG), []);
  await forgetAll(db, 30);
  assert.deepEqual(Object.keys(await placesOf(db, LOG)).sort(), kept);
});

test('the first partition, which has no lower bound, is dropped as well', async (t) => {
  const { db, environment } = await arrange(t);
  await addRequest(db, environment.id, new Date(0));
  await forgetAll(db, 30);
  const [oldest] = await partitionsOf(db, LOG);
  assert.notEqual(oldest?.from, null);
});

test('no row outlasts retention because a wrong clock has dated another one in the far future', async (t) => {
  const app = await testApp(t);
  const { db } = app;
  const { environment } = await testEnvironment(app);
  const add = (days: number) => addRequest(db, environment.id, ago(days));
  const first = await add(70);
  await keepAll(db, LOG, ago(70));
  const future = await add(-400);
  await add(40);
  const recent = await add(20);
  await assert.rejects(keepAll(db, LOG, ago(20)), /made after/);
  await forgetAll(db, 30);
  const kept = Object.keys(await placesOf(db, LOG)).sort();
  assert.ok(!kept.includes(first));
  assert.deepEqual(kept, [recent, future]);
});

test('a week is detached while a transaction reads the log, and no deposit waits for it', async (t) => {
  const gateway = await openGateway(t, { worker: false });
  const { db } = gateway.app;
  const { environment } = await testEnvironment(gateway.app);
  // Before any request: rows written from now on belong to later partitions.
  await grow(db, environment.id);
  const merchant = await openMerchant(gateway);
  const before = (await partitionsOf(db, LOG)).length;
  const endReader = await openReader(t, db);
  // Without the usual lock timeout of ten seconds: on a slow machine the deposits take longer.
  const patient = connect({
    url: gateway.app.config.databaseUrl ?? '',
    connections: 1,
    answerMs: 600_000,
    pooled: true,
    onError: () => undefined,
  });
  t.after(() => patient.end());
  const forgetting = dropOldPartitions(patient, LOG, 30, always);
  await until(() => isWaiting(db));
  // All of this completes while the reader is still open, so none of it waits.
  for (let count = 0; count < 20; count += 1) {
    const made = await merchant.call('POST', '/v1/api/deposit', DEPOSIT, {
      'idempotency-key': `beside ${String(count)}`,
    });
    assert.equal(made.status, 201, made.text);
  }
  await addRequest(db, merchant.environment.id, new Date());
  await until(async () => {
    const [row] = await db<{ count: number }>`
      select count(*) from api_requests where environment_id = ${merchant.environment.id}
        and route = '/v1/api/deposit'`;
    return row?.count === 20;
  });
  assert.ok(await isWaiting(db));
  await endReader();
  assert.equal(await forgetting, true);
  assert.equal((await partitionsOf(db, LOG)).length, before - 1);
});

test('a detach that was canceled, or that a crash left half done, is completed later', async (t) => {
  const { app, db } = await arrange(t);
  const before = (await partitionsOf(db, LOG)).length;
  const endReader = await openReader(t, db);
  const forgetting = assert.rejects(dropOldPartitions(db, LOG, 30, always));
  await until(() => isWaiting(db));
  await db`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike '%detach partition%' and pid <> pg_backend_pid()`;
  await forgetting;
  assert.ok((await partitionsOf(db, LOG)).some(({ isLeaving }) => isLeaving));
  // New readers no longer see the partition.
  assert.equal((await app.db`select from api_requests`).length, 5);
  await endReader();
  assert.equal(await dropOldPartitions(db, LOG, 30, always), true);
  assert.equal((await partitionsOf(db, LOG)).length, before - 1);

  const [oldest] = await partitionsOf(db, LOG);
  const text = [`alter table api_requests detach partition ${oldest?.name ?? ''}`];
  await db(Object.assign(text, { raw: text }));
  assert.deepEqual(await listDetached(db, LOG), [oldest?.name]);
  await forgetAll(db, 30);
  assert.deepEqual(await listDetached(db, LOG), []);
});

test('a detached partition is found in whatever schema the tables are', async (t) => {
  const url = new URL(await testDatabase(t));
  await query(url.href, 'alter schema public rename to shop');
  url.searchParams.set('options', '-c search_path=shop');
  const db = connect({ url: url.href, connections: 2, onError: () => undefined });
  t.after(() => db.end());
  await keepAll(db, LOG);
  const name = (await partitionsOf(db, LOG))[0]?.name ?? '';
  await query(url.href, `alter table api_requests detach partition ${name}`);
  assert.deepEqual(await listDetached(db, LOG), [name]);
  await forgetAll(db, 30);
  assert.deepEqual(await listDetached(db, LOG), []);
});

test('concurrent runs drop the expired weeks and nothing else', async (t) => {
  const { db, ids } = await arrange(t);
  await Promise.all(Array.from({ length: 4 }, () => forgetAll(db, 30)));
  await keptOf(db, ids);
});

test('attempts are kept as long as there are deliveries from their time', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 3);
  while (await deliverDue(dispatcher));
  await keepAll(app.db, ATTEMPT_LOG);
  const years = new Date(Date.now() + 400 * DAY_MS);
  await keepAll(app.db, ATTEMPT_LOG, years);
  const forget = () =>
    // A negative age makes everything older than the limit, which is 100 days ahead.
    dropOldPartitions(app.db, ATTEMPT_LOG, -100, async (before) => {
      return !(await hasDeliveriesBefore(app.db, before));
    });
  assert.equal(await forget(), false);
  assert.equal((await app.db`select from webhook_attempts`).length, 3);
  await app.db`delete from webhook_deliveries`;
  assert.equal(await forget(), true);
  assert.equal((await app.db`select from webhook_attempts`).length, 0);
});
