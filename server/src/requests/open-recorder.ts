import { setImmediate as breathe } from 'node:timers/promises';
import { openGate } from '../api-keys/rate-limit.ts';
import { noteUses } from '../api-keys/store.ts';
import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import type { ApiKeyId } from '../ids.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { oldSpaceLimit } from '../platform/heap.ts';
import { faultOf } from '../platform/log.ts';
import { counter } from '../platform/metrics.ts';
import { maskBody, maskQuery } from './mask-people.ts';
import type { ApiRequest } from './request.ts';
import { insertRequests } from './store.ts';

/** An answered request, before personal data is masked. */
export interface Noted extends Omit<ApiRequest, 'query' | 'requestBody'> {
  /** The beginning of the client's IP address. */
  readonly from: string;
  readonly url: string;
  readonly body: unknown;
  /** The size of the body in bytes. */
  readonly size: number;
}

export interface Recorder {
  /** Whether another request of this key should be recorded; to be called once per request. */
  wants(keyId: ApiKeyId, method: string, status: number): boolean;
  /** Returns at once; what there is no room for is counted and dropped. */
  note(request: Noted): void;
  /** Resolves once everything noted is written or lost. */
  close(): Promise<void>;
}

const BATCH = 400;
const PAUSE_MS = 1_000;
/** How much may wait while the database is slow; beyond it, requests are not recorded. */
const MAX_WAITING = 4_000;
/** Of bodies that wait or are being written; less in a small heap. */
const MAX_BYTES = 8 * 1_024 * 1_024;
const HEAP_SHARE = 1 / 16;
/**
 * How many successful readings, and changes, of a key each process records. A burst is sampled:
 * recording a request costs the database more than a reading, and changes leave their own records.
 */
const SUCCESSES = { burst: 60, perSecond: 2 };
/** People look for refusals; but a client that is refused in a loop must not fill the disk. */
const REFUSALS = { burst: 1_000, perSecond: 10 };
const MAX_REMEMBERED = 10_000;

const unrecorded = counter(
  'ponte_requests_unrecorded_total',
  'Requests that are missing in the request log.',
  [],
);

const thinnedOut = counter(
  'ponte_requests_thinned_out_total',
  'Requests of busy keys that the request log leaves out.',
  [],
);

/**
 * Records requests in batches in the background: no client waits for it, and a crash loses the last
 * second.
 */
export function openRecorder({ db, vault, log, config }: App): Recorder {
  const maxBytes = Math.min(MAX_BYTES, HEAP_SHARE * oldSpaceLimit(config.env));
  let waiting: Noted[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const notedAt = new Map<ApiKeyId, number>();

  const write = async (batch: readonly Noted[]): Promise<void> => {
    try {
      await insertRequests(db, vault, await recordsOf(batch));
    } catch (error) {
      unrecorded.inc(batch.length);
      log[isDatabaseAway(error) ? 'warn' : 'error'](
        { requests: batch.length, ...faultOf(error) },
        'requests not recorded',
      );
    }
    await noteUses(db, usesOf(batch, notedAt)).catch((error: unknown) =>
      log.warn(faultOf(error), 'use of keys not noted'),
    );
  };
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await write(batch);
      bytes -= batch.reduce((sum, { size }) => sum + size, 0);
    }
  };
  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= drain().finally(() => (writing = undefined));
  };
  return {
    wants: openThinning(),
    note: (request) => {
      if (waiting.length >= MAX_WAITING || bytes + request.size > maxBytes) {
        unrecorded.inc();
        return;
      }
      waiting.push(request);
      bytes += request.size;
      if (waiting.length >= BATCH) begin();
      else timer ??= setTimeout(begin, PAUSE_MS).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await writing;
      await drain();
    },
  };
}

/** Samples requests at the rates above. */
function openThinning(): Recorder['wants'] {
  const reads = openGate(SUCCESSES);
  const writes = openGate(SUCCESSES);
  const refusals = openGate(REFUSALS);
  return (keyId, method, status) => {
    const ofSuccess = method === 'GET' || method === 'HEAD' ? reads : writes;
    const isWanted = status >= 400 ? refusals(keyId) : ofSuccess(keyId);
    if (!isWanted) thinnedOut.inc();
    return isWanted;
  };
}

const MAX_BLOCKING_MS = 5;

/** A body may take milliseconds, and a burst of them seconds, so this yields to the event loop. */
async function recordsOf(batch: readonly Noted[]): Promise<ApiRequest[]> {
  const records: ApiRequest[] = [];
  let since = performance.now();
  for (const request of batch) {
    if (performance.now() - since > MAX_BLOCKING_MS) {
      await breathe();
      since = performance.now();
    }
    records.push(recordOf(request));
  }
  return records;
}

function recordOf({ url, body, ...request }: Noted): ApiRequest {
  return { ...request, query: maskQuery(url), requestBody: maskBody(body) };
}

/** One use per key, unless this process has noted one within a minute. */
function usesOf(batch: readonly Noted[], notedAt: Map<ApiKeyId, number>) {
  const latest = new Map(batch.map((request) => [request.keyId, request]));
  if (notedAt.size > MAX_REMEMBERED) notedAt.clear();
  return [...latest.values()]
    .filter(({ keyId, createdAt }) => {
      const isDue = createdAt.getTime() - (notedAt.get(keyId) ?? 0) > MINUTE_MS;
      if (isDue) notedAt.set(keyId, createdAt.getTime());
      return isDue;
    })
    .map(({ environmentId, keyId, from }) => ({ environmentId, id: keyId, from }));
}
