import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { listRequests } from './list-requests.ts';

const ROWS = 12_000;

test('a rare request is found behind many others, with a bounded scan per page', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  await app.db`
    insert into api_requests (environment_id, id, request_id, key_id, method, route, path, status,
      outcome, duration_ms, created_at)
    select ${environment.id}, 'req_0' || lpad(n::text, 25, '0'), n::text,
      'key_01kah3v5wze8br4hmsf2e8r0tv', case n when 1 then 'DELETE' else 'GET' end, '/x', '/x',
      200, 'ok', 1, now() - (${ROWS} - n) * interval '1 second'
    from generate_series(1, ${ROWS}::integer) as n`;
  await app.db`analyze api_requests`;
  const found: string[] = [];
  const sizes: number[] = [];
  let after: { at: Date; id: string } | undefined;
  let pages = 0;
  for (;;) {
    const filter = { method: 'DELETE' };
    const page = await listRequests(app, environment.id, filter, { limit: 20, after });
    found.push(...page.data.map(({ id }) => id));
    sizes.push(page.data.length);
    pages += 1;
    if (page.nextCursor === null) break;
    const [ms = '', id = ''] = Buffer.from(page.nextCursor, 'base64url').toString().split(' ');
    after = { at: new Date(Number(ms)), id };
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
