import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type EndpointId, type EnvironmentId, newId } from '../../src/ids.ts';
import { newSecret, SECRET_PLACE } from '../../src/webhooks/endpoint.ts';
import { testEnvironment } from '../app.ts';
import { lastFirst } from '../database.ts';
import { openGateway } from '../gateway.ts';
import { openReceiver, until } from '../receiver.ts';
import { residentMb, startRole } from './role-process.ts';

const HANGING = 10_000;
const HEALTHY = 100;
const PER_ENVIRONMENT = 20;
const ROUNDS = 100;
const ROUND_MS = 100;
const PER_ROUND = 10;

const scope = lastFirst();
const gateway = await openGateway(scope, { worker: false });
const { app } = gateway;

interface Place {
  readonly environmentId: EnvironmentId;
  readonly id: EndpointId;
}

/** Endpoints at one address, in as many environments as they need. */
async function insertEndpoints(count: number, url: string, slow: boolean): Promise<Place[]> {
  const environments: EnvironmentId[] = [];
  while (environments.length * PER_ENVIRONMENT < count) {
    environments.push((await testEnvironment(app)).environment.id);
  }
  const places = Array.from({ length: count }, (_, at) => ({
    environmentId: environments[Math.floor(at / PER_ENVIRONMENT)] ?? assert.fail(),
    id: newId('whe'),
  }));
  const secret = app.vault.seal(SECRET_PLACE, newSecret());
  await app.db`
    insert into webhook_endpoints
      (environment_id, id, url, events, description, secret, slow, created_at, updated_at)
    select environment_id, id, ${url}, array['deposit.confirmed'], '', ${secret}, ${slow}, now(),
      now()
    from unnest(${places.map(({ environmentId }) => environmentId)}::text[],
      ${places.map(({ id }) => id)}::text[]) as place (environment_id, id)`;
  return places;
}

/** A delivery to each, due now: the ids of their events. */
async function insertDeliveries(places: readonly Place[]): Promise<string[]> {
  const events = places.map(() => newId('evt'));
  await app.db`
    insert into webhook_deliveries
      (environment_id, id, endpoint_id, event_id, event, resource_id, body, created_at)
    select environment_id, id, endpoint_id, event_id, 'test.ping', endpoint_id, '{}', now()
    from unnest(${places.map(({ environmentId }) => environmentId)}::text[],
      ${places.map(() => newId('whd'))}::text[], ${places.map(({ id }) => id)}::text[],
      ${events}::text[]) as due (environment_id, id, endpoint_id, event_id)`;
  return events;
}

test('ten thousand hanging endpoints delay other deliveries by seconds at most, in bounded memory', async (t) => {
  const arrivedAt = new Map<string, number>();
  const healthy = await openReceiver(scope, (request, response) => {
    arrivedAt.set(String(request.headers['webhook-id']), performance.now());
    response.end('ok');
  });
  let hanging = 0;
  const silent = await openReceiver(scope, () => void (hanging += 1));
  // Marked slow, as they would be after their first attempt.
  await insertDeliveries(await insertEndpoints(HANGING, silent.url, true));
  const places = await insertEndpoints(HEALTHY, healthy.url, false);
  const worker = await startRole(scope, gateway, 'worker');
  await until(() => hanging > 0, 20_000);

  const madeAt = new Map<string, number>();
  let peakMb = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = Array.from({ length: PER_ROUND }, (_, at) => (round * PER_ROUND + at) % HEALTHY);
    const ids = await insertDeliveries(some.map((at) => places[at] ?? assert.fail()));
    for (const id of ids) madeAt.set(id, performance.now());
    peakMb = Math.max(peakMb, await residentMb(worker));
    await pause(ROUND_MS);
  }
  await until(() => [...madeAt.keys()].every((id) => arrivedAt.has(id)), 30_000);
  const waits = [...madeAt].map(([id, at]) => (arrivedAt.get(id) ?? Infinity) - at);
  waits.sort((one, other) => one - other);
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? Infinity;
  assert.ok(hanging >= 100, `${String(hanging)} hung`);
  assert.ok(p99 <= 5_000, `p99 ${String(p99)} ms`);
  assert.ok(peakMb <= 512, `${String(peakMb)} MB`);
  t.diagnostic(
    `${String(hanging)} attempts hung; the others waited p99 ${p99.toFixed(0)} ms, worker ${peakMb.toFixed(0)} MB`,
  );
});
