import { setTimeout as sleep } from 'node:timers/promises';
import { type DepositId, newId } from '../../src/ids.ts';
import type { Db } from '../../src/platform/db.ts';
import { recordEvents } from '../../src/webhooks/record-events.ts';
import { percentile } from '../load.ts';
import type { Finding, Trial } from '../scenario.ts';
import { type BenchEndpoint, openDispatcherStage, ownSettings } from './open-dispatcher.ts';
import { type BenchReceiver, openReceiver } from './open-receiver.ts';

const PER_SECOND = 50;
const SECONDS = { full: 30, short: 5 };
const LIMITS = { p50: 300, p99: 2_000 };

/** How soon after its commit an event first reaches a receiver, which answers at once. */
export const firstAttempt: Trial = {
  name: 'first-attempt',
  run: async (stage) => {
    const receiver = await openReceiver(stage);
    const { db, addEndpoints, start } = openDispatcherStage(stage, await ownSettings(stage));
    const endpoints = await addEndpoints([`${receiver.url}one`, `${receiver.url}other`]);
    start();
    await warmUp(db, receiver, endpoints.slice(0, 1), 2);
    const seconds = stage.isShort ? SECONDS.short : SECONDS.full;
    const committed = await commitEvents(db, endpoints.slice(0, 1), PER_SECOND, seconds);
    const waits = await waitsOf(db, receiver, committed, 2);
    return findingsOf('commit to first attempt, 50 events/s × 2 endpoints', waits, LIMITS);
  },
};

/** Waits until the worker that was started sends. */
export async function warmUp(
  db: Db,
  receiver: BenchReceiver,
  endpoints: readonly BenchEndpoint[],
  endpointsEach: number,
): Promise<void> {
  const committed = await commitEvents(db, endpoints, 10, 1);
  await waitsOf(db, receiver, committed, endpointsEach);
}

/** Commits an event at intervals, in the environment of each endpoint in turn. */
export async function commitEvents(
  db: Db,
  endpoints: readonly BenchEndpoint[],
  perSecond: number,
  seconds: number,
): Promise<ReadonlyMap<DepositId, number>> {
  const committed = new Map<DepositId, number>();
  const startedAt = performance.now();
  for (let made = 0; made < perSecond * seconds; made += 1) {
    await sleep(Math.max(0, (made * 1_000) / perSecond - (performance.now() - startedAt)));
    const endpoint = endpoints[made % endpoints.length];
    if (!endpoint) throw new Error('no endpoint to send to');
    const { environmentId } = endpoint;
    const resourceId = newId('dep');
    const data = { id: resourceId, filler: 'x'.repeat(500) };
    const kind = 'deposit.confirmed';
    await db.begin((tx) =>
      recordEvents(tx, [{ environmentId, kind, resourceId, data, at: new Date() }]),
    );
    committed.set(resourceId, performance.timeOrigin + performance.now());
  }
  return committed;
}

/** Milliseconds from each commit to the first of its attempts at each of this many endpoints. */
export async function waitsOf(
  db: Db,
  { firsts }: BenchReceiver,
  committed: ReadonlyMap<DepositId, number>,
  endpointsEach: number,
): Promise<number[]> {
  await untilAttempted(db, [...committed.keys()]);
  const arrivals = await firsts();
  const rows = await db<{ resourceId: DepositId; name: string }>`
    select d.resource_id, d.event_id || ' ' || e.url as name
    from webhook_deliveries d
    join webhook_endpoints e on e.environment_id = d.environment_id and e.id = d.endpoint_id
    where d.resource_id = any(${[...committed.keys()]}::text[])`;
  if (rows.length !== committed.size * endpointsEach) throw new Error('deliveries are missing');
  return rows.map(({ resourceId, name }) => {
    const arrival = arrivals.get(name);
    if (arrival === undefined) throw new Error('an event never came');
    return Math.max(0, arrival - (committed.get(resourceId) ?? arrival));
  });
}

async function untilAttempted(db: Db, resourceIds: readonly DepositId[]): Promise<void> {
  for (const until = performance.now() + 120_000; performance.now() < until; await sleep(100)) {
    const waiting = await db`
      select from webhook_deliveries
      where resource_id = any(${[...resourceIds]}::text[]) and attempts = 0 limit 1`;
    if (waiting.length === 0) return;
  }
  throw new Error('events were not sent');
}

export function findingsOf(
  what: string,
  waits: readonly number[],
  most: Readonly<Partial<Record<'p50' | 'p99', number>>>,
): Finding[] {
  const ascending = waits.toSorted((one, other) => one - other);
  const at = { p50: percentile(ascending, 0.5), p99: percentile(ascending, 0.99) };
  const { p50, p99 } = most;
  return [
    { what: `${what}, p50`, value: at.p50, unit: 'ms', ...(p50 !== undefined && { most: p50 }) },
    { what: `${what}, p99`, value: at.p99, unit: 'ms', ...(p99 !== undefined && { most: p99 }) },
    { what: `${what}, longest`, value: ascending.at(-1) ?? at.p99, unit: 'ms' },
  ];
}
