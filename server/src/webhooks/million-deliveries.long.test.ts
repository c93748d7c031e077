import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { advanceReplays } from './advance-replays.ts';
import { type DeliveryFilter, listDeliveries } from './list-deliveries.ts';
import { listEvents } from './list-events.ts';
import { pruneEvents } from './prune-events.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { insertReplay } from './replay-store.ts';
import { listEndpoints, markDeleted } from './store.ts';

/** `PONTE_TEST_ROWS=1000000` runs the whole million, which takes minutes on a small machine. */
const ROWS = Number(process.env.PONTE_TEST_ROWS ?? 120_000);
const PART = 100_000;
const START = '2026-01-01T00:00:00Z';
const BUSY = `whe_${'0'.repeat(25)}1` as const;
const QUIET = `whe_${'0'.repeat(25)}2` as const;
const RESOURCE = `dep_${(20).toString(16).padStart(26, '0')}`;

/** Indexes built once at the end take a fraction of the time. */
async function withoutIndexes(
  app: App,
  table: string,
  fill: (from: number, to: number) => Promise<unknown>,
) {
  const run = (text: string) => app.db(Object.assign([text], { raw: [text] }));
  const indexes = await app.db<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = ${table} and indexname not like '%_pkey'
      and indexdef not like '%(environment_id, event_id, endpoint_id)%'`;
  for (const { name } of indexes) await run(`drop index ${name}`);
  // In parts, since a statement may take only seconds.
  for (let to = 0; to < ROWS;) await fill(to + 1, (to = Math.min(ROWS, to + PART)));
  for (const { definition } of indexes) await run(definition);
  await run(`vacuum analyze ${table}`);
}

/**
 * One event with its delivery per row, three to each millisecond. The rare ones, by kind, by status
 * or of the quiet endpoint, are among the oldest, where they are found last.
 */
async function addDeliveries(app: App, environmentId: EnvironmentId): Promise<void> {
  await app.db`
    insert into webhook_endpoints
      (environment_id, id, url, events, secret, created_at, updated_at)
    select ${environmentId}, id, 'https://shop.example/', '{deposit.confirmed,withdrawal.failed}',
      'v1:any', now(), now()
    from unnest(${[BUSY, QUIET]}::text[]) as id`;
  await withoutIndexes(
    app,
    'events',
    (from, to) => app.db`
    insert into events (environment_id, id, sequence, kind, resource_id, body, created_at)
    select ${environmentId}, 'evt_' || lpad(to_hex(n), 26, '0'), n,
      case when n < 40 then 'withdrawal.failed' else 'deposit.confirmed' end,
      'dep_' || lpad(to_hex(n), 26, '0'), '{"event":"any","data":{"id":"any"}}',
      ${START}::timestamptz + (n / 3) * interval '1 ms'
    from generate_series(${from}::integer, ${to}::integer) as n`,
  );
  await withoutIndexes(
    app,
    'webhook_deliveries',
    (from, to) => app.db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, status, failure_reason, next_attempt_at, attempts, created_at)
    select ${environmentId}, 'whd_' || lpad(to_hex(n), 26, '0'),
      case when n between 10 and 60 then ${QUIET} else ${BUSY} end,
      'evt_' || lpad(to_hex(n), 26, '0'),
      case when n < 40 then 'withdrawal.failed' else 'deposit.confirmed' end,
      'dep_' || lpad(to_hex(n), 26, '0'), '{"event":"any","data":{"id":"any"}}',
      case when n % 7 = 0 and n < 70 then 'failed' else 'succeeded' end,
      case when n % 7 = 0 and n < 70 then 'attempts_exhausted' end, null, 1,
      ${START}::timestamptz + (n / 3) * interval '1 ms'
    from generate_series(${from}::integer, ${to}::integer) as n`,
  );
}

const FILTERS: readonly DeliveryFilter[] = [
  {},
  { endpointId: BUSY },
  { endpointId: QUIET },
  { event: 'deposit.confirmed' },
  { event: 'withdrawal.failed' },
  { event: 'test.ping' },
  { status: 'succeeded' },
  { status: 'failed' },
  { status: 'pending' },
  { resourceId: RESOURCE },
  { endpointId: QUIET, event: 'withdrawal.failed' },
  { endpointId: QUIET, status: 'failed' },
  { endpointId: BUSY, event: 'withdrawal.failed', status: 'failed' },
  { endpointId: BUSY, event: 'withdrawal.completed' },
  { event: 'withdrawal.failed', status: 'failed' },
  { resourceId: RESOURCE, endpointId: QUIET, event: 'withdrawal.failed', status: 'succeeded' },
  { resourceId: BUSY },
  { resourceId: BUSY, status: 'failed' },
  { from: new Date(Date.parse(START) + 20), to: new Date(Date.parse(START) + ROWS / 6) },
  { endpointId: BUSY, to: new Date(Date.parse(START) + 20) },
];

/** At 1,000,000 rows an index is a level deeper than at 120,000, one more page for each probe. */
const PAGE_LIMIT = 20;
const BUFFERS = 400;

test('with many rows, each page of every list and each step of every job has a bounded cost', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  await addDeliveries(app, environment.id);
  const ends = { first: undefined, deep: (ROWS / 3) * 0.6, last: 30 };

  for (const filter of FILTERS) {
    for (const [where, ms] of Object.entries(ends)) {
      await t.test(`deliveries ${JSON.stringify(filter)}, ${where} page`, async () => {
        const at = ms === undefined ? undefined : new Date(Date.parse(START) + ms);
        const after = at && { at, id: `whd_${'0'.repeat(26)}` };
        const costs = await costsOf(app.db, (db) =>
          listDeliveries(db, environment.id, filter, after, PAGE_LIMIT),
        );
        const { buffers, discarded } = worstOf(costs);
        assert.ok(buffers < BUFFERS, `${String(buffers)} pages: ${JSON.stringify(costs)}`);
        assert.ok(discarded <= 60, `${String(discarded)} rows: ${JSON.stringify(costs)}`);
      });
    }
  }

  await t.test('a page of the journal', async () => {
    for (const after of [undefined, 0, Math.round(ROWS / 2), ROWS - 5]) {
      const { buffers } = worstOf(
        await costsOf(app.db, (db) => listEvents(db, environment.id, after, 100)),
      );
      assert.ok(buffers < 60, `${String(buffers)} pages after ${String(after)}`);
    }
  });

  await t.test(
    'a step of a replay, at its beginning and in its middle, of a rare and a common kind',
    async () => {
      const halfway = new Date(Date.parse(START) + ROWS / 6);
      for (const since of [new Date(START), halfway]) {
        await insertReplay(app.db, environment.id, BUSY, since);
        const costs = await costsOf(app.db, (db) => advanceReplays({ ...app, db }));
        await app.db`update webhook_deliveries set status = 'succeeded', next_attempt_at = null
        where status = 'pending'`;
        await app.db`delete from webhook_replays`;
        const { buffers } = worstOf(costs);
        // Two hundred rows are read, found and written, with an entry in each of seven indexes.
        assert.ok(buffers < 200 * 60, `${String(buffers)} pages`);
      }
    },
  );

  await t.test('a step of deleting old events', async () => {
    const place = { environmentId: environment.id, id: '' } as const;
    const costs = await costsOf(app.db, (db) => pruneEvents(db, 120, place));
    assert.ok(worstOf(costs).buffers < 500 * 10, JSON.stringify(worstOf(costs)));
  });
});

test('deleted endpoints slow down neither the list nor the next registration', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const { id } = await registerEndpoint(app, environment, { url: 'http://127.0.0.1:9/' });
  await app.db`
    insert into webhook_endpoints
      (environment_id, id, url, events, secret, created_at, updated_at, deleted_at)
    select ${environment.id}, 'whe_' || lpad(to_hex(n), 26, '0'), 'https://shop.example/', '{}',
      'v1:any', now(), now(), now()
    from generate_series(1, 20000) as n`;
  await app.db`vacuum analyze webhook_endpoints`;
  const costs = await costsOf(app.db, async (db) => {
    await listEndpoints(db, environment.id, undefined, 20);
    await registerEndpoint({ ...app, db }, environment, { url: 'http://127.0.0.1:9/' });
  });
  assert.ok(worstOf(costs).buffers < 60, JSON.stringify(costs));
  assert.equal(await markDeleted(app.db, environment.id, id), true);
});
