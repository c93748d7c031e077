import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import { ApiError } from '../errors.ts';
import { type Connections, connectionsOf } from './connections.ts';
import type { Http } from './http.ts';
import { STOPPING_MS } from './stop.ts';

/** Beyond these every answer would be late, or the process near its end. */
const LIMITS = {
  /** How late a timer may be, and how much of the processor we take meanwhile. */
  latenessMs: 2_500,
  /** How often one is due. */
  everyMs: 100,
  heapBytes: Math.floor(0.9 * getHeapStatistics().heap_size_limit),
  /** How long it holds that either was too much. */
  heldMs: 500,
};

/** What was sent before its client could know that we stop has come by then, and is answered. */
const LAST_CALL_MS = 2_000;

/** What it took to start is not load, and stands in the first measurements. */
const STARTING_MS = 1_000;

const IDLE_MS = 100;

type Limits = Partial<
  typeof LIMITS & { [When in 'stoppingMs' | 'lastCallMs' | 'startingMs']: number }
>;

/** What a look at the process saw, a moment ago at most. */
export interface Load {
  isTooMuch(): boolean;
}

/**
 * Refuses what it cannot do in time, or not any more, before anything is asked of the database.
 * Hooks run in the order of their making, so this comes before whatever looks at the caller.
 * @param vital the routes that are answered under any load, and while we stop
 */
export function shedLoad(
  http: Http,
  vital: RegExp,
  {
    stoppingMs = STOPPING_MS,
    lastCallMs = LAST_CALL_MS,
    startingMs = STARTING_MS,
    ...limits
  }: Limits = {},
): Load {
  const load = watchLoad(http, { ...LIMITS, ...limits });
  const connections = connectionsOf(http.server);
  let stoppedAt = Infinity;
  let startedAt = Infinity;
  http.addHook('onReady', async () => void (startedAt = performance.now() + startingMs));
  http.addHook('preClose', async () => {
    stoppedAt = performance.now();
    // Whoever had asked before keeps the connection with the answer, and would keep us with it.
    const idle = setInterval(() => {
      http.server.closeIdleConnections();
      endSilent(connections);
    }, IDLE_MS).unref();
    http.server.once('close', () => clearInterval(idle));
    // From here on Node watches no time-out of a request any more: one that still drips in would
    // keep us for ever.
    setTimeout(() => http.server.closeAllConnections(), stoppingMs).unref();
  });
  http.addHook('onRequest', (request, _reply, done) => {
    const isLate = performance.now() > stoppedAt + lastCallMs;
    const sheds = isLate || (load.isTooMuch() && performance.now() >= startedAt);
    if (sheds && !vital.test(request.routeOptions.url ?? '')) throw new ApiError('unavailable');
    done();
  });
  http.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // The framework says so of what comes from then on, not of what had come.
    const isLast = stoppedAt !== Infinity && connections.get(raw.socket) === reply.raw;
    if (isLast) void reply.header('connection', 'close');
    done();
  });
  return load;
}

/** Of those that brought nothing Node thinks that a request is still to come. */
function endSilent(connections: Connections): void {
  for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
}

function watchLoad(http: Http, { latenessMs, heapBytes, everyMs, heldMs }: typeof LIMITS): Load {
  let dueAt = performance.now() + everyMs;
  let usedBefore = process.cpuUsage();
  let heldUntil = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(usedBefore);
    // Whoever was only kept from running, or slept with the machine, has nothing to catch up with.
    const isBusy = (user + system) / 1_000 > latenessMs;
    if (isBusy && now - dueAt > latenessMs) heldUntil = now + heldMs;
    dueAt = now + everyMs;
    usedBefore = process.cpuUsage();
  }, everyMs).unref();
  http.addHook('onClose', async () => clearInterval(timer));
  // It measures the heap only: its own word on the loop is endless where it measured nothing. Nor
  // does it refuse: its hook would come after those that were made by then.
  const heap = { maxHeapUsedBytes: heapBytes, sampleInterval: heldMs };
  void http.register(underPressure, { ...heap, pressureHandler: () => undefined });
  return { isTooMuch: () => performance.now() < heldUntil || http.isUnderPressure() };
}
