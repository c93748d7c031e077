import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { keepAll, partitionsOf } from '../../test/logs.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { HOUR_MS } from '../durations.ts';
import { firstIdAt } from '../ids.ts';
import { findRequest, listRequests } from '../requests/list-requests.ts';
import { REQUEST_LOG } from '../requests/request.ts';

const WEEKS = 8;
const ROWS_A_WEEK = 1_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** An index descent in one partition, and its first row. */
const A_WEEK = 6;
/** A row of a page, with its key. */
const A_ROW = 8;
const LIMIT = 10;

test('listing requests costs one index descent per weekly partition, and finding one only its own', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const ids: string[] = [];
  for (let week = WEEKS; week > 0; week -= 1) {
    const begin = new Date(Date.now() - week * WEEK_MS);
    await keepAll(app.db, REQUEST_LOG, begin);
    const times = Array.from({ length: ROWS_A_WEEK }, (_, n) => begin.getTime() + n * 500_000);
    const made = times.map((ms) => firstIdAt('req', new Date(ms)));
    ids.push(...made);
    await app.db`
      insert into api_requests (environment_id, id, request_id, key_id, method, route, path, status,
        outcome, duration_ms, created_at)
      select ${environment.id}, id, gen_random_uuid()::text, 'key_01kah3v5wze8br4hmsf2e8r0tv', 'GET',
        '/x', '/x', 200, 'ok', 1, to_timestamp(ms / 1000.0)
      from unnest(${made}::text[], ${times}::float8[]) as request (id, ms)`;
  }
  await app.db`vacuum analyze api_requests`;
  const parts = (await partitionsOf(app.db, REQUEST_LOG)).length;
  assert.ok(parts > WEEKS);
  const page = await costsOf(app.db, (db) =>
    listRequests({ ...app, db }, environment.id, {}, { after: undefined, limit: LIMIT }),
  );
  t.diagnostic(`a page over ${String(parts)} partitions: ${String(worstOf(page).buffers)} buffers`);
  const bound = 5_000 * 0.2 + parts * A_WEEK + (LIMIT + 1) * A_ROW;
  assert.ok(worstOf(page).buffers <= bound, JSON.stringify(page));
  const id = ids[ROWS_A_WEEK * 3];
  assert.ok(id);
  const one = await costsOf(app.db, (db) =>
    // The id of a request made above.
    findRequest({ ...app, db }, environment.id, id as `req_${string}`),
  );
  t.diagnostic(`one request: ${String(worstOf(one).buffers)} buffers`);
  assert.ok(worstOf(one).buffers <= A_WEEK + A_ROW, JSON.stringify(one));
});
