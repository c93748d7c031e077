import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { moveClock } from '../../test/operator.ts';
import {
  allDeliveries,
  answering,
  arrangeEndpoint,
  deliverDue,
  recordDeposits,
} from '../../test/webhooks.ts';
import type { App } from '../app.ts';
import { DAY_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { type DeliveryId, type EnvironmentId, type EventId, firstIdAt } from '../ids.ts';
import { listEvents } from './list-events.ts';
import { numberEvents } from './number-events.ts';
import { pruneEvents } from './prune-events.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { replayEvents } from './replay-events.ts';
import { hasDeliveriesBefore, type Place } from './retention-store.ts';

const DAYS = 120;

/** One round over all environments; returns how many turns it took. */
async function forget(app: App): Promise<number> {
  let place: Place | undefined;
  let turns = 0;
  do {
    place = await pruneEvents(app.db, DAYS, place);
    turns += 1;
  } while (place !== undefined);
  return turns;
}

async function numberAll(app: App): Promise<void> {
  while (await numberEvents(app.db));
}

/** Makes the first `count` events, their deliveries and attempts `days` real days old. */
async function age(app: App, environmentId: EnvironmentId, count: number, days: number) {
  const events = await app.db<{ id: EventId }>`
    select id from events where environment_id = ${environmentId} and sequence <= ${count}`;
  const ids = events.map(({ id }) => id);
  const deliveries = await app.db<{ id: DeliveryId }>`
    select id from webhook_deliveries
    where environment_id = ${environmentId} and event_id = any(${ids}::text[])`;
  const sent = deliveries.map(({ id }) => id);
  const [agedIds, agedSent] = [ids, sent].map((all) => all.map((id) => agedBy(id, days)));
  await app.db`
    update events set id = aged, created_at = created_at - ${days}::integer * interval '1 day'
    from unnest(${ids}::text[], ${agedIds}::text[]) as known (was, aged)
    where environment_id = ${environmentId} and id = was`;
  await app.db`
    update webhook_deliveries set event_id = aged
    from unnest(${ids}::text[], ${agedIds}::text[]) as known (was, aged)
    where environment_id = ${environmentId} and event_id = was`;
  await app.db`
    with deliveries as (
      update webhook_deliveries set id = aged,
        created_at = created_at - ${days}::integer * interval '1 day'
      from unnest(${sent}::text[], ${agedSent}::text[]) as known (was, aged)
      where environment_id = ${environmentId} and id = was
    )
    update webhook_attempts set delivery_id = aged, at = at - ${days}::integer * interval '1 day'
    from unnest(${sent}::text[], ${agedSent}::text[]) as known (was, aged)
    where environment_id = ${environmentId} and delivery_id = was`;
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The id moved back by so many days: its first ten characters encode the time. */
function agedBy(id: EventId | DeliveryId, days: number): string {
  const createdMs = [...id.slice(4, 14)].reduce((ms, one) => ms * 32 + ALPHABET.indexOf(one), 0);
  return `${id.slice(0, 4)}${firstIdAt('evt', new Date(createdMs - days * DAY_MS)).slice(4, 14)}${id.slice(14)}`;
}

async function counts(app: App, environmentId: EnvironmentId) {
  const [row] = await app.db<{ events: number; deliveries: number; attempts: number }>`
    select (select count(*) from events where environment_id = ${environmentId}) as events,
      (select count(*) from webhook_deliveries where environment_id = ${environmentId}) as deliveries,
      -- Only visible attempts: those whose delivery is gone are dropped with their month.
      (select count(*) from webhook_attempts a join webhook_deliveries d
        on d.environment_id = a.environment_id and d.id = a.delivery_id
        where a.environment_id = ${environmentId}) as attempts`;
  return row;
}

test('events past retention are deleted with their deliveries, and sequence numbers go on', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const other = await testEnvironment(app);
  await recordDeposits(app, other.environment.id, 3);
  await recordDeposits(app, environment.id, 6);
  while (await deliverDue(dispatcher));
  await numberAll(app);
  await age(app, environment.id, 4, DAYS + 1);
  await forget(app);
  assert.deepEqual(await counts(app, environment.id), { events: 2, deliveries: 2, attempts: 2 });
  assert.deepEqual(await counts(app, other.environment.id), {
    events: 3,
    deliveries: 0,
    attempts: 0,
  });

  const whole = await listEvents(app.db, environment.id, undefined, 10);
  assert.deepEqual(
    whole.entries.map(({ sequence }) => sequence),
    [5, 6],
  );
  assert.equal(whole.oldestSequence, 5);
  assert.deepEqual((await listEvents(app.db, environment.id, 4, 10)).entries.length, 2);
  await assert.rejects(listEvents(app.db, environment.id, 3, 10), { code: 'events_expired' });
  // A replay from before the oldest kept event sends everything that is kept.
  assert.equal(await replayEvents(app, environment.id, endpoint.id, new Date(0)), 2);

  await app.db`delete from webhook_replays`;
  await age(app, environment.id, 6, DAYS + 1);
  await forget(app);
  const empty = await listEvents(app.db, environment.id, 6, 10);
  assert.deepEqual(empty, { entries: [], nextAfter: 6, oldestSequence: 7 });
  await recordDeposits(app, environment.id);
  await numberAll(app);
  const next = await listEvents(app.db, environment.id, undefined, 10);
  assert.deepEqual(
    next.entries.map(({ sequence }) => sequence),
    [7],
  );
});

test('an event with a pending delivery is kept, and so are all later ones', async (t) => {
  const receiver = await answering(t, 500);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 5);
  await deliverDue(dispatcher);
  await numberAll(app);
  await app.db`
    update webhook_deliveries set status = 'failed', failure_reason = 'attempts_exhausted',
      next_attempt_at = null
    where event_id not in (select id from events where sequence = 3)`;
  await age(app, environment.id, 5, DAYS + 1);
  await forget(app);
  const { entries, oldestSequence } = await listEvents(app.db, environment.id, undefined, 10);
  assert.deepEqual(
    entries.map(({ sequence }) => sequence),
    [3, 4, 5],
  );
  assert.equal(oldestSequence, 3);
  const waiting = await allDeliveries(app, environment.id);
  assert.deepEqual(
    waiting.map(({ status }) => status),
    ['pending'],
  );
});

test('a delivery with a recent attempt is kept, however old its event is', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  await numberAll(app);
  await age(app, environment.id, 1, DAYS + 1);
  await app.db`update webhook_attempts set at = now()`;
  await forget(app);
  assert.deepEqual(await counts(app, environment.id), { events: 0, deliveries: 1, attempts: 1 });
});

test('younger events are kept, even if the test clock is moved forward', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  await recordDeposits(app, environment.id, 2);
  await numberAll(app);
  await age(app, environment.id, 1, DAYS - 1);
  await moveClock(app, environment.id, 400 * DAY_MS);
  await forget(app);
  assert.equal((await counts(app, environment.id))?.events, 2);
});

test('events created under a moved clock expire by their real age, and block no partition', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await moveClock(app, environment.id, 400 * DAY_MS);
  await recordDeposits(app, environment.id, 2);
  while (await deliverDue(dispatcher));
  await numberAll(app);
  await age(app, environment.id, 1, DAYS + 1);
  await forget(app);
  assert.deepEqual(await counts(app, environment.id), { events: 1, deliveries: 1, attempts: 1 });
  const before = firstIdAt('whd', new Date(Date.now() - DAYS * DAY_MS));
  assert.equal(await hasDeliveriesBefore(app.db, before), false);
});

test('a cleanup takes many small steps, and a concurrent reader never sees a gap', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const { id } = await registerEndpoint(app, environment, { url: 'http://127.0.0.1:9/hook' });
  await recordDeposits(app, environment.id, 1_700);
  await numberAll(app);
  await app.db`
    update webhook_deliveries set status = 'succeeded', next_attempt_at = null
    where endpoint_id = ${id}`;
  await age(app, environment.id, 1_600, DAYS + 1);
  let isOver = false;
  const readers = [0, 1, 2].map(async () => {
    while (!isOver) {
      const from = Math.floor(Math.random() * 1_600);
      const page = await listEvents(app.db, environment.id, from, 100).catch((error: unknown) => {
        assert.ok(error instanceof ApiError && error.code === 'events_expired');
        return undefined;
      });
      if (!page) continue;
      const seen = page.entries.map(({ sequence }) => sequence);
      assert.deepEqual(
        seen,
        seen.map((_, index) => from + 1 + index),
      );
      assert.ok(page.oldestSequence <= from + 1);
    }
  });
  const writer = (async () => {
    for (let count = 0; count < 20; count += 1) {
      await recordDeposits(app, environment.id);
      await numberEvents(app.db);
    }
  })();
  // Two workers at once; one that starts late finds little or nothing left to do.
  const turns = await Promise.all([forget(app), forget(app)]);
  await writer;
  isOver = true;
  await Promise.all(readers);
  await numberAll(app);
  // A turn takes at most 500 of the 1,600 deliveries and as many events.
  assert.ok(turns[0] + turns[1] >= 6, String(turns));
  const { entries } = await listEvents(app.db, environment.id, undefined, 1_000);
  assert.deepEqual(
    entries.map(({ sequence }) => sequence),
    Array.from({ length: 120 }, (_, index) => 1_601 + index),
  );
  assert.equal((await counts(app, environment.id))?.deliveries, 120);
});
