import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openReceiver, until } from '../../test/receiver.ts';
import { answering, arrangeEndpoint, deliverDue, recordDeposits } from '../../test/webhooks.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import { runJobs } from '../platform/job-loop.ts';
import { openDispatcher } from './deliver.ts';
import { newSecret, SECRET_PLACE } from './endpoint.ts';
import { webhookJobs } from './jobs.ts';
import { registerEndpoint } from './register-endpoint.ts';

test('an endpoint that hangs with a hundred deliveries due does not delay another', async (t) => {
  const hanging = await openReceiver(t, () => undefined);
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, hanging.url);
  await recordDeposits(app, environment.id, 100);
  const jobs = runJobs(webhookJobs(app, openDispatcher(app)), app.log);
  await until(() => hanging.received.length === 8);
  const other = await testEnvironment(app);
  await registerEndpoint(app, other.environment, { url: receiver.url });
  await recordDeposits(app, other.environment.id);
  await until(() => receiver.received.length === 1);
  // None of the hanging attempts has freed its slot meanwhile.
  assert.equal(hanging.received.length, 8);
  await until(async () => {
    const [row] = await app.db<{ slow: boolean }>`
      select slow from webhook_endpoints where url = ${hanging.url}`;
    return row?.slow === true;
  });
  assert.equal(hanging.received.length, 8);
  await jobs.stop();
});

test('slow and failing endpoints have separate slots, so that twenty of them leave room', async (t) => {
  const hanging = await openReceiver(t, () => undefined);
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, hanging.url);
  for (let count = 1; count < 20; count += 1) {
    await registerEndpoint(app, environment, { url: hanging.url });
  }
  await recordDeposits(app, environment.id, 20);
  const jobs = runJobs(webhookJobs(app, openDispatcher(app)), app.log);
  // All quick slots are taken until the attempts turn out to be slow.
  await until(() => hanging.received.length >= 128);
  const other = await testEnvironment(app);
  await registerEndpoint(app, other.environment, { url: receiver.url });
  await recordDeposits(app, other.environment.id);
  await until(() => receiver.received.length === 1, 3_000);
  await jobs.stop();
});

test('an endpoint that answers promptly does not wait for a thousand that hang', async (t) => {
  const hanging = await openReceiver(t, () => undefined);
  const receiver = await answering(t, 200);
  const { app, environment } = await arrangeEndpoint(t, receiver.url);
  const dispatcher = openDispatcher(app);
  await recordDeposits(app, environment.id);
  await deliverDue(dispatcher);
  assert.equal(receiver.received.length, 1);
  await hangMany(app, hanging.url, 1_000);
  await dispatcher.turn();
  await recordDeposits(app, environment.id);
  // Whichever endpoints this turn looks at, and before any attempt counts as slow.
  await dispatcher.turn();
  await until(() => receiver.received.length === 2, 3_000);
  assert.ok(hanging.received.length <= 512);
});

/** A delivery to each of `count` endpoints, 20 of them to an environment. */
async function hangMany(app: App, url: string, count: number): Promise<void> {
  const secret = app.vault.seal(SECRET_PLACE, newSecret());
  for (let made = 0; made < count; made += 20) {
    const { environment } = await testEnvironment(app);
    await app.db`
      insert into webhook_endpoints (environment_id, id, url, events, secret, created_at, updated_at)
      select ${environment.id}, id, ${url}, '{deposit.confirmed}', ${secret}, now(), now()
      from unnest(${Array.from({ length: 20 }, () => newId('whe'))}::text[]) as id`;
    await recordDeposits(app, environment.id);
  }
}
