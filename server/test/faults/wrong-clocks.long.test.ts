import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { lastFirst } from '../database.ts';
import { openGateway } from '../gateway.ts';
import { callAs, DEPOSIT, openEndpoint, openMerchant } from '../merchant.ts';
import { openReceiver, until } from '../receiver.ts';
import { type RoleProcess, startRole } from './role-process.ts';

const MINUTE = 60_000;
/** How late a machine may be, and no more. */
const NEAR_MS = 60_000;

const scope = lastFirst();

const gateway = await openGateway(scope, { worker: false });
const { db } = gateway.app;

interface Clocked extends RoleProcess {
  /** Sets how far the process's clock is off. */
  set(offsetMs: number): Promise<void>;
}

async function startClocked(role: 'api' | 'worker', offsetMs: number): Promise<Clocked> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-clock-'));
  scope.after(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'offset');
  const set = (ms: number): Promise<void> => writeFile(file, String(ms));
  await set(offsetMs);
  const node = ['--import', join(import.meta.dirname, 'shift-clock.ts')];
  const env = { PONTE_TEST_CLOCK: file };
  return { ...(await startRole(scope, gateway, role, { node, env })), set };
}

let ahead: Clocked;
let behind: Clocked;
let workers: Clocked[];
before(async () => {
  [ahead, behind, ...workers] = await Promise.all([
    startClocked('api', 10 * MINUTE),
    startClocked('api', -10 * MINUTE),
    startClocked('worker', 60 * MINUTE),
    startClocked('worker', -5 * MINUTE),
  ]);
});

test('an order is created and paid once, though the APIs’ clocks jump by an hour in the middle', async (t) => {
  const merchant = await openMerchant(gateway);
  const { notified } = await openEndpoint(merchant, undefined, t);
  const [here, there] = [callAs(ahead.url, merchant.key), callAs(behind.url, merchant.key)];
  const send = (call: typeof here, key: string) =>
    call(
      'POST',
      '/v1/api/deposit',
      { ...DEPOSIT, amountCents: 50_005 },
      { 'idempotency-key': key },
    );
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const made = keys.map((key, at) => send(at % 2 ? here : there, key));
  await until(async () => {
    const running = await db`
      select key from idempotency_keys
      where environment_id = ${merchant.environment.id} and state = 'running'`;
    return running.length === keys.length;
  }, 10_000);
  await Promise.all([ahead.set(-60 * MINUTE), behind.set(60 * MINUTE)]);
  // A process that thinks an hour has passed must not take over work in flight.
  const repeated = await Promise.all(keys.map((key, at) => send(at % 2 ? there : here, key)));
  for (const { status, body } of repeated) {
    assert.deepEqual([status, body['error']], [409, 'in_progress']);
  }
  const [leases] = await db<{ longest: number; shortest: number }>`
    select extract(epoch from max(lease_until) - now())::float as longest,
      extract(epoch from min(lease_until) - now())::float as shortest
    from idempotency_keys where environment_id = ${merchant.environment.id}`;
  assert.ok(leases && leases.longest <= 30 && leases.shortest > 0, JSON.stringify(leases));
  const ids = (await Promise.all(made)).map(({ status, text, body }) => {
    assert.equal(status, 201, text);
    assert.ok(isNear(body['createdAt'], 0), text);
    assert.ok(isNear(body['expiresAt'], 20 * MINUTE), text);
    return String(body['id']);
  });
  assert.equal((await merchant.books()).charges.length, ids.length);
  for (const id of ids) await merchant.command(`deposits/${id}/pay`);
  for (const id of ids) {
    const paid = await merchant.reaches(id, 'CONFIRMED', 30_000);
    assert.ok(isNear(paid['confirmedAt'], 0), JSON.stringify(paid));
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  }
  await until(() => notified().length === ids.length, 30_000);
});

test('a webhook is signed at the true time and never retried early, though workers’ clocks are off', async (t) => {
  const merchant = await openMerchant(gateway);
  const receiver = await openReceiver(t, (_request, response) => {
    response.writeHead(500).end();
  });
  await merchant.call('POST', '/v1/api/webhook-endpoints', { url: receiver.url });
  for (const jump of [60, -60, 10, -10]) {
    await Promise.all(workers.map((worker, at) => worker.set((at ? jump : -jump) * MINUTE)));
    const before = receiver.received.length;
    const id = String((await merchant.deposit())['id']);
    await merchant.command(`deposits/${id}/pay`);
    await until(() => receiver.received.length > before, 20_000);
    const at = Number(receiver.received.at(-1)?.headers['webhook-timestamp']) * 1_000;
    assert.ok(Math.abs(at - Date.now()) < NEAR_MS, `signed ${String(at - Date.now())} ms off`);
  }
  const [waits] = await db<{ longest: number; tries: number }>`
    select max(extract(epoch from next_attempt_at - now()))::float as longest,
      max(attempts)::integer as tries
    from webhook_deliveries
    where environment_id = ${merchant.environment.id} and lease_until is null`;
  // After the first, second and third attempt: 5 s, 30 s, 2 min, at most a fifth more.
  assert.ok(waits && waits.longest <= 144, JSON.stringify(waits));
  assert.ok(waits.tries <= 4, JSON.stringify(waits));
});

test('no process with a wrong clock has exited, and no lease is longer than it should be', async () => {
  const [open] = await db<{ deliveries: number; notices: number }>`
    select (select count(*) from webhook_deliveries
        where lease_until > now() + interval '60 seconds') as deliveries,
      (select count(*) from provider_inbox
        where due_at > now() + interval '2 hours') as notices`;
  assert.deepEqual(open, { deliveries: 0, notices: 0 });
  assert.ok([ahead, behind, ...workers].every((process) => !process.hasEnded()));
});

function isNear(time: unknown, offsetMs: number): boolean {
  return Math.abs(Date.parse(String(time)) - Date.now() - offsetMs) < NEAR_MS;
}
