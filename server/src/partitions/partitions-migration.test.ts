import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAll, partitionsOf } from '../../test/logs.ts';
import { openOlderDatabase } from '../../test/older-database.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';
import type { Db } from '../platform/db.ts';
import { REQUEST_LOG } from '../requests/request.ts';
import { ATTEMPT_LOG } from '../webhooks/delivery.ts';

const NAME = '0016_partitions.sql';
/** `PONTE_TEST_ROWS=400000` writes that many rows to each log. */
const ROWS = Math.min(Number(process.env.PONTE_TEST_ROWS ?? 20_000), 1_000_000);

/** The files on disk of the rows and indexes of both logs. */
async function filesOf(db: Db): Promise<number[]> {
  const rows = await db<{ file: number }>`
    select pg_relation_filenode(c.oid)::bigint as file from pg_class c
    where c.relname ~ '^(api_requests|webhook_attempts)' and c.relkind in ('r', 'i')
      and not exists (
        select from pg_index i join pg_class t on t.oid = i.indrelid
        where i.indexrelid = c.oid and t.relkind = 'p')
    order by 1`;
  return rows.map(({ file }) => file);
}

test('the existing table becomes the first partition of its log, without being rewritten', async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, NAME);
  const { environment } = await openOlderTenant(db);
  await db`
    insert into api_requests (environment_id, id, request_id, key_id, method, route, path, status,
      outcome, duration_ms, created_at)
    select ${environment.id}, 'req_' || lpad(to_hex(n), 26, '0'), n::text,
      'key_01kah3v5wze8br4hmsf2e8r0tv', 'GET', '/x', '/x', 200, 'ok', 1, now()
    from generate_series(1, ${ROWS}::integer) as n`;
  await db`
    insert into webhook_attempts
      (environment_id, delivery_id, attempt, at, duration_ms, response_status)
    select ${environment.id}, 'whd_' || lpad(to_hex(n), 26, '0'), 1, now(), 5, 200
    from generate_series(1, ${ROWS}::integer) as n`;
  const before = await filesOf(db);

  const startedAt = performance.now();
  assert.deepEqual(await upgrade('this'), [NAME]);
  t.diagnostic(`${String(ROWS)} rows each: ${(performance.now() - startedAt).toFixed(0)} ms`);

  assert.deepEqual(await filesOf(db), before);
  for (const log of [REQUEST_LOG, ATTEMPT_LOG]) {
    assert.deepEqual(await partitionsOf(db, log), [
      { name: `${log.table}_rest`, from: null, to: null, isLeaving: false },
    ]);
    await keepAll(db, log);
    assert.ok((await partitionsOf(db, log)).length > 1);
    const text = [`select count(*) as rows from ${log.table}`];
    assert.deepEqual(await db(Object.assign(text, { raw: text })), [{ rows: ROWS }]);
  }
  await assert.rejects(db`
    insert into webhook_attempts (environment_id, delivery_id, attempt, at, duration_ms)
    values (${environment.id}, ${`whd_${'0'.repeat(25)}1`}, 1, now(), 5)`);
});
