import assert from 'node:assert/strict';
import { test } from 'node:test';
import { losing } from '../../test/losing.ts';
import {
  allDeliveries,
  answering,
  arrangeEndpoint,
  deliverDue,
  onlyDelivery,
  recordDeposits,
} from '../../test/webhooks.ts';
import type { App } from '../app.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { openDispatcher } from './deliver.ts';
import { openPendingWrites } from './pending-writes.ts';

const LEASING = /set lease = /;
const RECORDING = /insert into webhook_attempts/;

async function leases(app: App): Promise<number> {
  const [row] = await app.db<{ held: number }>`
    select count(*)::integer as held from webhook_deliveries where lease is not null`;
  return row?.held ?? 0;
}

test('deliveries whose lease got no answer are sent when the database is back', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id, 3);
  const dispatcher = openDispatcher({ ...app, db: losing(app.db, LEASING, 1, 'after') });
  await assert.rejects(dispatcher.turn(), DatabaseAwayError);
  assert.equal(await leases(app), 3);
  await deliverDue(dispatcher);
  assert.equal(receiver.received.length, 0);

  await dispatcher.retryWrites();
  assert.equal(await leases(app), 0);
  await deliverDue(dispatcher);
  const deliveries = await allDeliveries(app, environment.id);
  assert.deepEqual(
    deliveries.map(({ status, attempts }) => [status, attempts.length]),
    [1, 2, 3].map(() => ['succeeded', 1]),
  );
});

test('a lease that is committed late, by a session that hung, is given back too', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const dispatcher = openDispatcher({ ...app, db: losing(app.db, LEASING, 1, 'after') });
  const [row] = await app.db<{ id: string }>`select id from webhook_deliveries`;
  await assert.rejects(dispatcher.turn(), DatabaseAwayError);
  const [held] = await app.db<{ lease: string }>`
    select lease from webhook_deliveries where id = ${row?.id}`;
  await app.db`update webhook_deliveries set lease = null, lease_until = null`;
  for (let look = 0; look < 3; look += 1) await dispatcher.retryWrites();
  await app.db`
    update webhook_deliveries
    set lease = ${held?.lease}, lease_until = now() + interval '60 seconds'`;
  await dispatcher.retryWrites();
  await deliverDue(dispatcher);
  assert.equal((await onlyDelivery(app, environment.id)).status, 'succeeded');
});

test('another worker keeps what it has leased', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const dispatcher = openDispatcher({ ...app, db: losing(app.db, LEASING, 1, 'before') });
  await assert.rejects(dispatcher.turn(), DatabaseAwayError);
  const other = openDispatcher(app, () => new Promise(() => undefined));
  await other.turn();
  await dispatcher.retryWrites();
  assert.equal(await leases(app), 1);
});

for (const when of ['before', 'after'] as const) {
  test(`what was sent is neither lost nor sent again if the database went away ${when} it was recorded`, async (t) => {
    const receiver = await answering(t, 200);
    const { app, environment } = await arrangeEndpoint(t, receiver.url);
    await recordDeposits(app, environment.id);
    const dispatcher = openDispatcher({ ...app, db: losing(app.db, RECORDING, 2, when) });
    await deliverDue(dispatcher);
    for (let turn = 0; turn < 3; turn += 1) await dispatcher.retryWrites();
    const { status, attempts } = await onlyDelivery(app, environment.id);
    assert.deepEqual([status, attempts.length], ['succeeded', 1]);
    await deliverDue(dispatcher);
    assert.equal(receiver.received.length, 1);
  });
}

test('a worker that stops while the database is away records what was sent once it is back', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  const dispatcher = openDispatcher({ ...app, db: losing(app.db, RECORDING, 2, 'before') });
  await dispatcher.turn();
  await dispatcher.finish();
  const { status, attempts } = await onlyDelivery(app, environment.id);
  assert.deepEqual([status, attempts.length], ['succeeded', 1]);
});

test('a process that ends does not wait for a database that stays away, nor for a lost lease', async () => {
  const away = openPendingWrites();
  away.add(() => Promise.reject(new DatabaseAwayError(new Error('gone'), 0)));
  await away.finish(1, assert.ifError);

  const writes = openPendingWrites();
  let looks = 0;
  writes.add(async () => {
    looks += 1;
    return false;
  });
  await writes.finish(3_600_000, assert.ifError);
  assert.equal(looks, 1);
});

test('a process that ends reports a write that fails for another reason, and does the others', async () => {
  const writes = openPendingWrites();
  const faults: unknown[] = [];
  let tries = 0;
  writes.add(() => Promise.reject(new TypeError('a bug')));
  writes.add(async () => {
    tries += 1;
    if (tries === 1) throw new DatabaseAwayError(new Error('gone'), 0);
    return true;
  });
  await writes.finish(3_600_000, (error) => faults.push(error));
  assert.deepEqual([tries, faults.map(String)], [2, ['TypeError: a bug']]);
});

test('a write that fails for another reason is reported and not tried again', async () => {
  const writes = openPendingWrites();
  let tries = 0;
  writes.add(async () => {
    tries += 1;
    throw new TypeError('a bug');
  });
  await assert.rejects(writes.retry(), TypeError);
  await writes.retry();
  assert.equal(tries, 1);
});
