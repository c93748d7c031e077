import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { newId } from '../../src/ids.ts';
import { recordEvents } from '../../src/webhooks/record-events.ts';
import { type Gateway, openGateway } from '../gateway.ts';
import { type Merchant, openEndpoint, openMerchant } from '../merchant.ts';
import { openReceiver, until } from '../receiver.ts';
import { smuggle } from '../webhooks.ts';
import { layFailpoint, type RoleProcess, startRole } from './role-process.ts';

/**
 * One for each test: a worker that is to die by its own work must find none left by another test.
 */
const openWithoutWorker = (t: TestContext): Promise<Gateway> => openGateway(t, { worker: false });

/** A process that dies as soon as it passes this place. */
async function startDoomed(
  t: TestContext,
  gateway: Gateway,
  role: 'api' | 'worker',
  place: string,
): Promise<RoleProcess> {
  const env = { PONTE_FAILPOINTS_DIR: await layFailpoint(t, place) };
  return startRole(t, gateway, role, { env });
}

/** As if it had been leased a minute ago. */
async function endLeases({ app }: Gateway, { environment }: Merchant): Promise<void> {
  await app.db`
    update provider_inbox set due_at = now()
    where due_at is not null and provider_ref in (
      select provider_ref from deposits where environment_id = ${environment.id})`;
  await app.db`
    update webhook_deliveries set lease_until = now() - interval '1 ms'
    where environment_id = ${environment.id} and lease_until is not null`;
}

interface Written {
  readonly status: string;
  readonly transitions: number;
  readonly events: number;
  readonly deliveries: number;
}

async function writtenOf({ app }: Gateway, id: string): Promise<Written | undefined> {
  const [written] = await app.db<Written>`
    select d.status,
      (select count(*) from transitions where resource_id = d.id) as transitions,
      (select count(*) from events where resource_id = d.id) as events,
      (select count(*) from webhook_deliveries where resource_id = d.id) as deliveries
    from deposits d where d.id = ${id}`;
  return written;
}

for (const [place, seen] of [
  ['settle.before-commit', { status: 'PENDING', transitions: 0, events: 0, deliveries: 0 }],
  ['settle.after-commit', { status: 'CONFIRMED', transitions: 1, events: 1, deliveries: 1 }],
] as const) {
  test(`a worker killed at ${place} leaves status, history, event and delivery all written or none`, async (t) => {
    const gateway = await openWithoutWorker(t);
    const merchant = await openMerchant(gateway);
    const { notified } = await openEndpoint(merchant, undefined, t);
    const id = await depositPaidInSilence(gateway, merchant);
    const before = await writtenOf(gateway, id);
    const doomed = await startDoomed(t, gateway, 'worker', place);
    await notify(gateway, gateway.url, noticeOf(await refOf(gateway.app, id)));
    assert.equal(await doomed.ended, 'SIGKILL');
    const left = await writtenOf(gateway, id);
    const transitions = (left?.transitions ?? 0) - (before?.transitions ?? 0);
    assert.deepEqual({ ...left, transitions }, seen);

    await endLeases(gateway, merchant);
    await startRole(t, gateway, 'worker');
    await merchant.reaches(id, 'CONFIRMED', 20_000);
    await until(() => notified().length === 1, 20_000);
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  });
}

test('a delivery of a worker killed at deliver.after-send is resent once, with the same id and bytes', async (t) => {
  const gateway = await openWithoutWorker(t);
  const merchant = await openMerchant(gateway);
  const receiver = await openReceiver(t);
  const endpoint = { url: receiver.url };
  await merchant.call('POST', '/v1/api/webhook-endpoints', endpoint);
  const id = String((await merchant.deposit())['id']);
  const doomed = await startDoomed(t, gateway, 'worker', 'deliver.after-send');
  await merchant.command(`deposits/${id}/pay`);
  assert.equal(await doomed.ended, 'SIGKILL');
  assert.equal(receiver.received.length, 1);

  await endLeases(gateway, merchant);
  await startRole(t, gateway, 'worker');
  const [delivery] = await merchant.list('/v1/api/webhook-deliveries');
  await until(async () => {
    const [seen] = await merchant.list('/v1/api/webhook-deliveries');
    return seen?.['status'] === 'succeeded';
  }, 20_000);
  const [first, second, ...more] = receiver.received;
  assert.deepEqual(more, []);
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
  assert.equal(second?.body, first?.body);
  const deliveries = await merchant.list('/v1/api/webhook-deliveries');
  assert.deepEqual(
    deliveries.map((row) => row['id']),
    [delivery?.['id']],
  );
});

test('a worker killed at deliver.after-lease delays a hundred deliveries by a minute at most, and loses none', async (t) => {
  const gateway = await openWithoutWorker(t);
  const { app } = gateway;
  const merchant = await openMerchant(gateway);
  const receiver = await openReceiver(t);
  // More than one endpoint, since each has at most eight in flight.
  for (let made = 0; made < 13; made += 1) await smuggle(app, merchant, receiver.url);
  const environmentId = merchant.environment.id;
  await app.db.begin(async (tx) => {
    for (let made = 0; made < 8; made += 1) {
      const resourceId = newId('dep');
      const news = { kind: 'deposit.confirmed', resourceId, data: { id: resourceId } } as const;
      await recordEvents(tx, [{ environmentId, ...news, at: new Date() }]);
    }
  });
  const doomed = await startDoomed(t, gateway, 'worker', 'deliver.after-lease');
  assert.equal(await doomed.ended, 'SIGKILL');
  const [held] = await app.db<{ count: number; within: boolean }>`
    select count(*) as count, max(lease_until) <= now() + interval '60 seconds' as within
    from webhook_deliveries
    where environment_id = ${environmentId} and lease_until > now()`;
  assert.deepEqual(held, { count: 104, within: true });
  assert.equal(receiver.received.length, 0);

  await endLeases(gateway, merchant);
  await Promise.all([startRole(t, gateway, 'worker'), startRole(t, gateway, 'worker')]);
  await until(async () => {
    const open = await app.db`
      select id from webhook_deliveries
      where environment_id = ${environmentId} and status <> 'succeeded'`;
    return open.length === 0;
  }, 30_000);
  // Thirteen endpoints, each sent each event exactly once.
  assert.equal(receiver.received.length, 104);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  assert.equal(ids.size, 8);
});

for (const [place, filed] of [
  ['notice.before-file', 0],
  ['notice.after-file', 1],
] as const) {
  test(`an API killed at ${place} loses no payment, and repeating the notice is harmless`, async (t) => {
    const gateway = await openWithoutWorker(t);
    const { app } = gateway;
    const merchant = await openMerchant(gateway);
    const id = await depositPaidInSilence(gateway, merchant);
    const doomed = await startDoomed(t, gateway, 'api', place);
    const ref = await refOf(app, id);
    const notice = noticeOf(ref);
    await assert.rejects(notify(gateway, doomed.url, notice));
    assert.equal(await doomed.ended, 'SIGKILL');
    const rows = await app.db`select id from provider_inbox where provider_ref = ${ref}`;
    assert.equal(rows.length, filed);

    await startRole(t, gateway, 'worker');
    await merchant.reaches(id, 'CONFIRMED', 30_000);
    assert.equal(await notify(gateway, gateway.url, notice), 200);
    await until(async () => {
      const due = await app.db`
        select id from provider_inbox where provider_ref = ${ref} and due_at is not null`;
      return due.length === 0;
    }, 20_000);
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  });
}

/** The provider sends no notices, so that the first status seen is that it was paid. */
async function depositPaidInSilence(gateway: Gateway, merchant: Merchant): Promise<string> {
  await gateway.sandbox.call('PUT', merchant.environment.id, '/switches', { drop: true });
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`);
  await until(async () => {
    const { charges } = await merchant.books();
    return charges[0]?.['status'] === 'depix_sent';
  }, 15_000);
  return id;
}

const noticeOf = (qrId: string) =>
  ({ webhookType: 'deposit', qrId, status: 'depix_sent', eventId: randomUUID() }) as const;

async function refOf(app: App, id: string): Promise<string> {
  const [row] = await app.db<{ providerRef: string }>`
    select provider_ref from deposits where id = ${id}`;
  return row?.providerRef ?? assert.fail('no such deposit');
}

async function notify({ webhookSecrets }: Gateway, url: string, notice: object): Promise<number> {
  const response = await fetch(`${url}/provider/webhooks/deposit`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${webhookSecrets.test}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(notice),
  });
  await response.text();
  return response.status;
}
