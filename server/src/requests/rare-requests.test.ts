import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Position } from '../platform/page.ts';
import { listRequests } from './list-requests.ts';

const ROWS = 12_000;

/** All but the first of them are readings. */
async function insertRequests(
  app: App,
  environmentId: EnvironmentId,
  from: number,
  to: number,
): Promise<void> {
  await app.db`
    insert into api_requests (environment_id, id, request_id, key_id, method, route, path, status,
      outcome, duration_ms, created_at)
    select ${environmentId}, 'req_0' || lpad(n::text, 25, '0'), n::text,
      'key_01kah3v5wze8br4hmsf2e8r0tv', case n when 1 then 'DELETE' else 'GET' end, '/x', '/x',
      200, 'ok', 1, now() - (${ROWS} - n) * interval '1 second'
    from generate_series(${from}::integer, ${to}::integer) as n`;
}

function positionOf(cursor: string): Position {
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return { at: new Date(Number(ms)), id };
}

test('a rare request is found behind many others, with a bounded scan per page', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  await insertRequests(app, environment.id, 1, ROWS);
  await app.db`analyze api_requests`;
  const found: string[] = [];
  const sizes: number[] = [];
  let after: Position | undefined;
  let pages = 0;
  for (;;) {
    const filter = { method: 'DELETE' };
    const page = await listRequests(app, environment.id, filter, { limit: 20, after });
    found.push(...page.data.map(({ id }) => id));
    sizes.push(page.data.length);
    pages += 1;
    if (page.nextCursor === null) break;
    after = positionOf(page.nextCursor);
  }
  assert.deepEqual([found.length, pages], [1, 3], String(sizes));
  const all: string[] = [];
  let from: typeof after;
  for (;;) {
    const page = await listRequests(app, environment.id, {}, { limit: 1_000, after: from });
    all.push(...page.data.map(({ id }) => id));
    const last = page.data.at(-1);
    if (page.nextCursor === null || !last) break;
    from = { at: last.createdAt, id: last.id };
  }
  assert.equal(new Set(all).size, ROWS);
  assert.equal(all.length, ROWS);
});

test('requests that come while a page is read repeat nothing on the next one', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  await insertRequests(app, environment.id, 1, 5_001);
  await app.db`
    update api_requests set method = 'PUT' where request_id in ('2', '4') and environment_id = ${environment.id}`;
  let statements = 0;
  const db = new Proxy(app.db, {
    apply: async (target, _, args: Parameters<App['db']>) => {
      const rows = await target(...args);
      statements += 1;
      if (statements === 1) await insertRequests(app, environment.id, 5_002, 5_004);
      return rows;
    },
  });
  const filter = { method: 'PUT' };
  const page = await listRequests({ ...app, db }, environment.id, filter, {
    limit: 20,
    after: undefined,
  });
  assert.ok(page.nextCursor !== null);
  const after = positionOf(page.nextCursor);
  const next = await listRequests(app, environment.id, filter, { limit: 20, after });
  const idOf = ({ requestId }: { requestId: string }): string => requestId;
  assert.deepEqual([page.data.map(idOf), next.data.map(idOf)], [['4', '2'], []]);
});
