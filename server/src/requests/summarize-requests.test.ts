import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { summarizeRequests } from './summarize-requests.ts';

const { db, ...app } = await testApp({ after });

test('the summary is complete as long as neither kind of error exceeds the count limit', async () => {
  const { environment } = await testEnvironment({ ...app, db });
  const insert = (status: number, outcome: string, from: number, to: number) => db`
    insert into api_requests (environment_id, id, request_id, key_id, method, route, path, status,
      outcome, error, duration_ms, created_at)
    select ${environment.id}, 'req_' || lpad(n::text, 26, '0'), n::text, ${`key_${'0'.repeat(26)}`},
      'GET', '/v1/api/fees', '/v1/api/fees', ${status}, ${outcome}, 'unavailable', 1, now()
    from generate_series(${from}::integer, ${to}::integer) n`;
  const counted = async () => {
    const { groups, isComplete } = await summarizeRequests(db, environment.id);
    return [isComplete, ...groups.map(({ count7d }) => count7d)];
  };
  await insert(429, 'client_error', 1, 6_000);
  await insert(503, 'server_error', 6_001, 11_000);
  assert.deepEqual(await counted(), [true, 6_000, 5_000]);
  await insert(429, 'client_error', 11_001, 16_000);
  assert.deepEqual(await counted(), [false, 10_000, 5_000]);
});
