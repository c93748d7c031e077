import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { arrangeEndpoint, ended, leaseAll, recordDeposits, URL_HERE } from '../../test/webhooks.ts';
import { recordAttempts } from './attempt-store.ts';
import { listWaitingEndpoints } from './delivery-store.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { updateEndpoint } from './store.ts';

/** An endpoint's deliveries, all under one lease. */
async function leased(t: TestContext, count: number) {
  const { app, environment } = await arrangeEndpoint(t, URL_HERE);
  await recordDeposits(app, environment.id, count);
  const deliveries = await leaseAll(app);
  assert.equal(deliveries.length, count);
  return { app, deliveries };
}

test('attempts recorded together give the same result as one by one', async (t) => {
  const statuses = [500, 200, 503, 502];
  const { app, deliveries } = await leased(t, statuses.length);
  const all = deliveries.map((delivery, at) => ended(delivery, statuses[at] ?? 200));
  assert.deepEqual(await recordAttempts(app.db, all), [true, true, true, true]);
  const [row] = await app.db`
    select f.consecutive, f.response_status, e.slow, e.failing_since is null as works,
      (select sum(succeeded)::bigint from webhook_hours) as succeeded,
      (select sum(failed)::bigint from webhook_hours) as failed,
      (select count(*) from webhook_attempts) as attempts
    from webhook_failures f
    join webhook_endpoints e on e.environment_id = f.environment_id and e.id = f.endpoint_id`;
  assert.deepEqual(row, {
    ...{ consecutive: 2, responseStatus: 502, slow: true, works: false },
    ...{ succeeded: 1, failed: 3, attempts: 4 },
  });
});

test('consecutive failures are counted across statements, and a success resets the count', async (t) => {
  const { app, deliveries } = await leased(t, 5);
  const [one, two, three, four, five] = deliveries;
  assert.ok(one && two && three && four && five);
  const consecutive = async (): Promise<unknown> => {
    const [row] = await app.db<{ consecutive: number }>`select consecutive from webhook_failures`;
    return row?.consecutive;
  };
  await recordAttempts(app.db, [ended(one, 500)]);
  await recordAttempts(app.db, [ended(two, 500), ended(three, 500)]);
  assert.equal(await consecutive(), 3);
  await recordAttempts(app.db, [ended(four, 500), ended(five, 200)]);
  assert.equal(await consecutive(), 0);
});

test('an attempt whose lease was lost is not recorded with the others', async (t) => {
  const { app, deliveries } = await leased(t, 2);
  const [kept, lost] = deliveries;
  assert.ok(kept && lost);
  await app.db`update webhook_deliveries set lease = ${randomUUID()} where id = ${lost.id}`;
  const recorded = await recordAttempts(app.db, [ended(lost, 500), ended(kept, 200)]);
  assert.deepEqual(recorded, [false, true]);
  const rows = await app.db`select delivery_id as id, response_status from webhook_attempts`;
  assert.deepEqual(rows, [{ id: kept.id, responseStatus: 200 }]);
  assert.deepEqual(await app.db`select from webhook_failures`, []);
});

test('attempts recorded together update each endpoint separately, except one with a new URL', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, URL_HERE);
  const failing = await registerEndpoint(app, environment, { url: URL_HERE });
  const moved = await registerEndpoint(app, environment, { url: URL_HERE });
  await recordDeposits(app, environment.id, 2);
  const deliveries = await leaseAll(app);
  assert.equal(deliveries.length, 6);
  await updateEndpoint(app.db, environment.id, moved.id, { url: `${URL_HERE}elsewhere` });
  const made = deliveries.map((one) => ended(one, one.endpointId === endpoint.id ? 200 : 500));
  assert.deepEqual(await recordAttempts(app.db, made), Array(6).fill(true));
  const rows = await app.db<{ id: string }>`
    select e.id, e.slow, e.failing_since is null as works, f.consecutive
    from webhook_endpoints e
    left join webhook_failures f on f.environment_id = e.environment_id and f.endpoint_id = e.id`;
  assert.deepEqual(
    new Map(rows.map((row) => [row.id, row])),
    new Map<string, unknown>([
      [endpoint.id, { id: endpoint.id, slow: false, works: true, consecutive: null }],
      [failing.id, { id: failing.id, slow: true, works: false, consecutive: 2 }],
      [moved.id, { id: moved.id, slow: false, works: true, consecutive: 2 }],
    ]),
  );
});

test('endpoints beyond one page of the scan are found in the next', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, URL_HERE);
  await app.db`
    insert into webhook_endpoints (environment_id, id, url, events, secret, created_at, updated_at)
    select environment_id, 'whe_' || lpad(n::text, 26, '0'), url, events, secret, now(), now()
    from webhook_endpoints, generate_series(1, 7) n where id = ${endpoint.id}`;
  await recordDeposits(app, environment.id);
  const first = await listWaitingEndpoints(app.db, undefined, 5);
  const second = await listWaitingEndpoints(app.db, first.at(-1), 5);
  const ids = [...first, ...second].map(({ endpointId }) => endpointId);
  assert.deepEqual([first.length, second.length, new Set(ids).size], [5, 3, 8]);
  assert.ok([...first, ...second].every(({ isDue }) => isDue));
});
