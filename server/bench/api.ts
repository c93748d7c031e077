import assert from 'node:assert/strict';
import { memoize } from '../src/platform/memoize.ts';
import { countRows } from './count-rows.ts';
import { type Load, type LoadOrder, type LoadResult, type Made, openLoad } from './load.ts';
import { type BenchGateway, openGateway } from './open-gateway.ts';
import { prepareTables } from './prepare-tables.ts';
import { getRequest, KEY_PLACE, postRequest, type ReadyRequest } from './requests.ts';
import type { Probe, Stage } from './scenario.ts';
import type { Tenant } from './tenants.ts';

/**
 * Connections to the API: more than to the database, since a request also waits for the provider.
 */
export const CLIENTS = 128;
/**
 * Per round. After it most keys have made so many reads that few more are recorded in the request
 * log.
 */
export const WARM_UP_MS = 1_000;
export const DEPOSIT_BODY = { amountCents: 5_000, taxId: '12345678909' };

/** The gateway that all probes and trials of the HTTP API share, and what was requested of it. */
export interface Api {
  readonly gateway: BenchGateway;
  readonly load: Load;
  /** Creates deposits, and remembers some of their ids. */
  create(order: Offer): Promise<LoadResult>;
  /** Reads the status of deposits that were created. */
  read(order: Offer): Promise<LoadResult>;
  /**
   * Checks that every 201 is one deposit, one finished key and one charge, and that there is
   * nothing else.
   */
  assertComplete(): Promise<void>;
}

export type Offer = Pick<LoadOrder, 'seconds' | 'perSecond'> & {
  /** The number of processes; one by default. */
  readonly processes?: number;
  readonly warmUpMs?: number;
};

export const apiOf = memoize(openOwnApi);

async function openOwnApi(stage: Stage): Promise<Api> {
  const url = await stage.openDatabase();
  const gateway = await openGateway(stage, url, { processes: 2 });
  await prepareTables(stage, url, 'own-schema.sql');
  const count = (from: string): Promise<number> => countRows(url, from);
  const before = await count('deposits');
  const load = openLoad();
  stage.after(() => load.stop());
  const creating = creatingOf(gateway.tenants);
  let known: readonly Made[] = [];
  let created = 0;
  const run = (offer: Offer, order: Pick<LoadOrder, 'requests' | 'status' | 'keepIds'>) =>
    load.run({
      ports: gateway.ports.slice(0, offer.processes ?? 1),
      connections: CLIENTS,
      warmUpMs: offer.warmUpMs ?? WARM_UP_MS,
      seconds: offer.seconds,
      ...(offer.perSecond !== undefined && { perSecond: offer.perSecond }),
      ...order,
    });
  const create = async (offer: Offer): Promise<LoadResult> => {
    const result = await run(offer, { requests: creating, status: 201, keepIds: 1_000 });
    created += result.answers;
    known = result.made;
    return result;
  };
  return {
    gateway,
    load,
    create,
    read: async (offer) => {
      if (known.length === 0) await create({ seconds: 1 });
      const requests = known.map((made) => readingOf(gateway.tenants, made));
      return run(offer, { requests, status: 200, keepIds: 0 });
    },
    assertComplete: async () => {
      const found = {
        deposits: (await count('deposits')) - before,
        keys: await count('idempotency_keys'),
        done: await count("idempotency_keys where state = 'done'"),
        orphans: await count('orphans'),
        charges: await gateway.provider.charges(),
      };
      const wanted = { deposits: created, keys: created, done: created, orphans: 0 };
      assert.deepEqual(found, { ...wanted, charges: created });
    },
  };
}

export function creatingOf(tenants: readonly Tenant[]): ReadyRequest[] {
  return tenants.map(({ key }, account) => ({
    text: postRequest(
      '/v1/api/deposit',
      { Authorization: `Bearer ${key}`, 'Idempotency-Key': KEY_PLACE },
      DEPOSIT_BODY,
    ),
    account,
  }));
}

function readingOf(tenants: readonly Tenant[], { account, id }: Made): ReadyRequest {
  const headers = { Authorization: `Bearer ${tenants[account]?.key ?? ''}` };
  return { text: getRequest(`/v1/api/deposit/${id}/status`, headers), account, id };
}

export const post: Probe = {
  name: 'post',
  what: 'POST deposit, the whole path, one process',
  open: (stage) => openProbe(stage, (api, seconds) => api.create({ seconds })),
};

export const postTwo: Probe = {
  name: 'two',
  what: 'POST deposit, two API processes on the same processors',
  open: (stage) => openProbe(stage, (api, seconds) => api.create({ seconds, processes: 2 })),
};

export const get: Probe = {
  name: 'get',
  what: 'GET deposit status, with its key, one process',
  open: (stage) => openProbe(stage, (api, seconds) => api.read({ seconds })),
};

async function openProbe(
  stage: Stage,
  measure: (api: Api, seconds: number) => Promise<LoadResult>,
): ReturnType<Probe['open']> {
  const api = await apiOf(stage);
  return {
    round: async (seconds) => (await measure(api, seconds)).perSecond,
    close: () => api.assertComplete(),
  };
}
