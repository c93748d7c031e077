import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { bothOf, leavesFree } from '../../test/locks.ts';
import { arrangeEndpoint, ended, leaseAll, recordDeposits, URL_HERE } from '../../test/webhooks.ts';
import type { App } from '../app.ts';
import { sql } from '../platform/sql.ts';
import { advanceReplays } from './advance-replays.ts';
import { recordAttempts } from './attempt-store.ts';
import type { LeasedDelivery } from './delivery.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { insertReplay } from './replay-store.ts';
import { markSlow } from './store.ts';

/** One leased delivery for each of two endpoints, with the later endpoint's first. */
async function twoLeased(t: TestContext) {
  const { app, environment } = await arrangeEndpoint(t, URL_HERE);
  await registerEndpoint(app, environment, { url: `${URL_HERE}/other` });
  await recordDeposits(app, environment.id);
  return { app, lease: () => leaseAgain(app) };
}

async function leaseAgain(app: App): Promise<LeasedDelivery[]> {
  await app.db`
    update webhook_deliveries set status = 'pending', next_attempt_at = now(), lease = null,
      lease_until = null, failure_reason = null`;
  const due = await leaseAll(app);
  return due.sort((one, other) => (one.endpointId > other.endpointId ? -1 : 1));
}

const ENDPOINTS = sql`select id from webhook_endpoints where id`;
const FAILURES = sql`select endpoint_id as id from webhook_failures where endpoint_id`;
const DELIVERIES = sql`select id from webhook_deliveries where id`;

test('recording attempts locks endpoints and their failures in a fixed order', async (t) => {
  const { app, lease } = await twoLeased(t);
  const record = (due: readonly LeasedDelivery[], status: number) =>
    recordAttempts(
      app.db,
      due.map((one) => ended(one, status)),
    );
  const failing = await lease();
  const endpoints = bothOf(failing.map(({ endpointId }) => endpointId));
  assert.ok(await leavesFree(app, ENDPOINTS, endpoints, () => record(failing, 500)));
  for (const status of [500, 200]) {
    const due = await lease();
    assert.ok(await leavesFree(app, FAILURES, endpoints, () => record(due, status)));
  }
  const slow = await lease();
  const mark = () => Promise.all(slow.map((one) => markSlow(app.db, one)));
  assert.ok(await leavesFree(app, ENDPOINTS, endpoints, mark));
});

test('recording attempts and advancing replays lock deliveries in a fixed order', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, URL_HERE);
  await recordDeposits(app, environment.id, 2);
  const due = await leaseAll(app);
  const deliveries = bothOf(due.map(({ id }) => id));
  const made = due.toSorted((one, other) => (one.id > other.id ? -1 : 1));
  const record = () =>
    recordAttempts(
      app.db,
      made.map((one) => ended(one, 200)),
    );
  assert.ok(await leavesFree(app, DELIVERIES, deliveries, record));
  await insertReplay(app.db, environment.id, endpoint.id, new Date(0));
  assert.ok(await leavesFree(app, DELIVERIES, deliveries, () => advanceReplays(app)));
});
