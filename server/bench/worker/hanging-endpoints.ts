import { readFile } from 'node:fs/promises';
import type { Child } from '../child.ts';
import { type Load, type LoadResult, openLoad } from '../load.ts';
import { openGateway } from '../open-gateway.ts';
import { getRequest } from '../requests.ts';
import type { Finding, Trial } from '../scenario.ts';
import { commitEvents, findingsOf, waitsOf, warmUp } from './first-attempt.ts';
import { addDeliveries, openDispatcherStage } from './open-dispatcher.ts';
import { openReceiver } from './open-receiver.ts';

const HANGING = { full: 10_000, short: 1_000 };
const HEALTHY = 100;
/** How many of them share an environment, so that each of its events goes to all of them. */
const TOGETHER = 10;
const EVENTS_PER_SECOND = 10;
const SECONDS = { full: 30, short: 6 };
/** Reads of the API meanwhile, which has to answer as well as it did before. */
const READS_PER_SECOND = 200;
const LIMITS = { healthyP99Ms: 5_000, memoryMb: 512, slower: 1.2 };

/**
 * Thousands of endpoints, each with its own address, accept their event and never answer, all at
 * once and none known to be slow. A hundred others answer, and the API is read at the same time, as
 * it was before any endpoint hung.
 */
export const hangingEndpoints: Trial = {
  name: 'hanging-endpoints',
  run: async (stage) => {
    const receiver = await openReceiver(stage);
    const url = await stage.openDatabase();
    const gateway = await openGateway(stage, url, { tenants: 1 });
    const { db, addEndpoints, start } = openDispatcherStage(stage, gateway.env);
    const hanging = stage.isShort ? HANGING.short : HANGING.full;
    const seconds = stage.isShort ? SECONDS.short : SECONDS.full;
    const healthy = await addEndpoints(
      Array.from({ length: HEALTHY }, (_, place) => `${receiver.url}${String(place)}`),
    );
    const silent = await addEndpoints(
      Array.from({ length: hanging }, (_, place) => silentUrl(place, receiver.silentPort)),
    );
    const oneOfEach = healthy.filter((_, place) => place % TOGETHER === 0);
    const worker = start();
    await warmUp(db, receiver, oneOfEach, TOGETHER);
    const load = openLoad();
    stage.after(() => load.stop());
    // The responsive ones got as much before, so that only the hanging ones differ.
    const measure = async () => {
      const events = commitEvents(db, oneOfEach, EVENTS_PER_SECOND, seconds);
      const [committed, reads] = await Promise.all([events, readApi(load, gateway, seconds)]);
      return { committed, reads };
    };
    await measure();
    const { reads: before } = await measure();
    await addDeliveries(db, silent, { after: 0, count: hanging, body: '{}', dueAt: new Date() });
    const { committed, reads: during } = await measure();
    const waits = await waitsOf(db, receiver, committed, TOGETHER);
    const what = `${String(hanging)} endpoints that hang, ${String(HEALTHY)} that answer: `;
    return [
      ...findingsOf(`${what}commit to first attempt`, waits, { p99: LIMITS.healthyP99Ms }),
      {
        what: `${what}most memory of the worker`,
        value: await mostMemoryMb(worker),
        unit: 'MB',
        most: LIMITS.memoryMb,
      },
      ...slowdown(`${what}GET meanwhile, p99`, before, during),
    ];
  },
};

/** Each at its own address, like endpoints of different merchants. */
function silentUrl(place: number, port: number): string {
  const address = `127.1.${String(place >> 8)}.${String(place & 255)}`;
  return `http://${address}:${String(port)}/`;
}

function readApi(
  load: Load,
  { ports, tenants }: Pick<Awaited<ReturnType<typeof openGateway>>, 'ports' | 'tenants'>,
  seconds: number,
): Promise<LoadResult> {
  const key = tenants[0]?.key ?? '';
  const text = getRequest('/v1/api/wallets', { Authorization: `Bearer ${key}` });
  const requests = [{ text, account: 0 }];
  const paced = { seconds, perSecond: READS_PER_SECOND, warmUpMs: 500 };
  return load.run({ ports, connections: 16, requests, status: 200, keepIds: 0, ...paced });
}

function slowdown(what: string, before: LoadResult, during: LoadResult): Finding[] {
  return [
    { what: `${what}`, value: during.p99Ms, unit: 'ms' },
    {
      what: `${what}, beside that without those that hang`,
      value: during.p99Ms / before.p99Ms,
      unit: 'times',
      most: LIMITS.slower,
    },
  ];
}

/** The peak, as counted by the Linux kernel. */
async function mostMemoryMb({ process: child }: Child): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
