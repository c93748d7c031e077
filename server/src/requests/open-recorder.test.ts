import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { createKey } from '../api-keys/create-key.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import { connect } from '../platform/db.ts';
import { type Noted, openRecorder } from './open-recorder.ts';

const app = await testApp();

function noted(environmentId: Noted['environmentId'], changes: Partial<Noted> = {}): Noted {
  return {
    environmentId,
    id: newId('req'),
    requestId: crypto.randomUUID(),
    keyId: newId('key'),
    from: '127.0.x.x',
    method: 'GET',
    route: '/v1/api/fees',
    path: '/v1/api/fees',
    resourceId: null,
    status: 200,
    error: null,
    durationMs: 1,
    createdAt: new Date(),
    url: '/v1/api/fees?limit=1',
    idempotencyKey: null,
    body: undefined,
    size: 0,
    responseBody: null,
    ...changes,
  };
}

async function countOf({ db }: App, environmentId: string): Promise<number> {
  const rows = await db`select from api_requests where environment_id = ${environmentId}`;
  return rows.length;
}

test('closing the recorder writes everything it was given', async () => {
  const { environment } = await testEnvironment(app);
  const recorder = openRecorder(app);
  for (let turn = 0; turn < 1_234; turn += 1) recorder.note(noted(environment.id));
  await recorder.close();
  assert.equal(await countOf(app, environment.id), 1_234);
});

test("requests and uses of keys are dated by the database's clock", async (t) => {
  const { environment, accountId } = await testEnvironment(app);
  const order = { accountId, mode: 'test', scopes: ['read:balance'], name: 'shop' } as const;
  const { id: keyId } = await createKey(app.db, order);
  // As in a process whose clock is wrong.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
  const recorder = openRecorder(app);
  recorder.note(noted(environment.id, { keyId, createdAt: new Date(Date.now() - 120_000) }));
  await recorder.close();
  const [ages] = await app.db`
    select round(extract(epoch from now() - r.created_at) / 60)::int as request,
      round(extract(epoch from now() - k.last_used_at) / 60)::int as use
    from api_requests r join api_keys k on k.id = r.key_id where r.key_id = ${keyId}`;
  assert.deepEqual(ages, { request: 2, use: 0 });
});

test('a burst of requests uses no more memory than is reserved', async () => {
  const { environment } = await testEnvironment(app);
  const recorder = openRecorder(app);
  // Nothing is written before this turn of the event loop ends.
  for (let turn = 0; turn < 9_000; turn += 1) recorder.note(noted(environment.id));
  await recorder.close();
  const written = await countOf(app, environment.id);
  assert.ok(written >= 4_000 && written < 4_500, String(written));

  const { environment: other } = await testEnvironment(app);
  const large = openRecorder(app);
  for (let turn = 0; turn < 300; turn += 1) large.note(noted(other.id, { size: 65_536 }));
  await large.close();
  assert.equal(await countOf(app, other.id), 128);
});

test('a batch that is being written still counts against the memory reserved', async () => {
  const { environment } = await testEnvironment(app);
  const recorder = openRecorder(app);
  // The first 400 are taken as a batch at once, and written after this turn of the event loop.
  for (let turn = 0; turn < 900; turn += 1) recorder.note(noted(environment.id, { size: 20_000 }));
  await recorder.close();
  assert.equal(await countOf(app, environment.id), 419);
  for (let turn = 0; turn < 10; turn += 1) recorder.note(noted(environment.id, { size: 800_000 }));
  await recorder.close();
  assert.equal(await countOf(app, environment.id), 429);
});

test('a process with a small heap reserves less for the log', async () => {
  const { environment } = await testEnvironment(app);
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const recorder = openRecorder({ ...app, config: { ...app.config, env } });
  for (let turn = 0; turn < 300; turn += 1) recorder.note(noted(environment.id, { size: 65_536 }));
  await recorder.close();
  assert.equal(await countOf(app, environment.id), 64);
});

test('recording a burst of large bodies does not block the event loop for long', async () => {
  const { environment } = await testEnvironment(app);
  const recorder = openRecorder(app);
  const body = { externalId: Array.from({ length: 60 }, () => 'A1.'.repeat(333)) };
  for (let turn = 0; turn < 300; turn += 1) recorder.note(noted(environment.id, { body }));
  // Measured in CPU time, which other programs do not take from us.
  const used = (): number => process.cpuUsage().user;
  const before = used();
  let [last, longest] = [before, 0];
  const look = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await recorder.close();
  clearInterval(look);
  const whole = used() - before;
  longest = Math.max(longest, used() - last);
  assert.ok(longest < whole / 3, `${String(longest)} of ${String(whole)} µs`);
});

test('an unavailable database loses the records without an error', async () => {
  const { environment } = await testEnvironment(app);
  const db = connect({
    url: 'postgres://nobody@127.0.0.1:1/none',
    connections: 1,
    onError: () => undefined,
  });
  const recorder = openRecorder({ ...app, db });
  for (let turn = 0; turn < 500; turn += 1) recorder.note(noted(environment.id));
  await recorder.close();
  assert.equal(await countOf(app, environment.id), 0);
  await db.end();
});

test('the log keeps the first successes and many refusals of a busy key, then only some', () => {
  const recorder = openRecorder(app);
  const [busy, quiet] = [newId('key'), newId('key')];
  const wanted = (key: typeof busy, method: string, status: number, times: number): number =>
    Array.from({ length: times }, () => recorder.wants(key, method, status)).filter(Boolean).length;
  assert.equal(wanted(busy, 'GET', 200, 60), 60);
  // A few more are wanted over the time that this loop takes.
  assert.ok(wanted(busy, 'GET', 200, 1_000) < 100);
  assert.equal(wanted(busy, 'POST', 201, 60), 60);
  assert.ok(wanted(busy, 'POST', 201, 1_000) < 100);
  assert.equal(wanted(busy, 'GET', 400, 500), 500);
  assert.equal(wanted(busy, 'POST', 429, 500), 500);
  assert.ok(wanted(busy, 'GET', 429, 10_000) < 200);
  assert.equal(wanted(quiet, 'GET', 200, 50), 50);
});
