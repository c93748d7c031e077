import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import { ApiError } from '../errors.ts';
import type { Http } from './http.ts';

/** Beyond these every answer would be late, or the process near its end. */
const LIMITS = {
  /** The mean of one interval; a machine that is merely crowded stays below. */
  maxEventLoopDelay: 2_500,
  maxHeapUsedBytes: Math.floor(0.9 * getHeapStatistics().heap_size_limit),
  sampleInterval: 500,
};

/** What it took to start is not load, and stands in the first measurements. */
const STARTING_MS = 1_000;

/** What is under way gets so long to end; a request that still drips in would keep us for ever. */
const STOPPING_MS = 25_000;
const IDLE_MS = 100;

type Limits = Partial<typeof LIMITS> & { stoppingMs?: number; startingMs?: number };

/**
 * Refuses what it cannot do in time, or not any more, before anything is asked of the database.
 * Hooks run in the order of their making, so this comes before whatever looks at the caller.
 * @param vital the routes that are answered under any load, and while we stop
 */
export function shedLoad(
  http: Http,
  vital: RegExp,
  { stoppingMs = STOPPING_MS, startingMs = STARTING_MS, ...limits }: Limits = {},
): void {
  let stopping = false;
  let startedAt = Infinity;
  http.addHook('onReady', async () => void (startedAt = performance.now() + startingMs));
  http.addHook('preClose', async () => {
    stopping = true;
    // Whoever had asked before keeps the connection with the answer, and would keep us with it.
    const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_MS).unref();
    http.server.once('close', () => clearInterval(idle));
    // From here on Node watches no time-out of a request any more.
    setTimeout(() => http.server.closeAllConnections(), stoppingMs).unref();
  });
  // The plugin measures only: the hook of its own would come after those made by then.
  void http.register(underPressure, {
    ...LIMITS,
    ...limits,
    pressureHandler: () => undefined,
  });
  http.addHook('onRequest', (request, _reply, done) => {
    // While we stop, the framework closes the connection with each answer.
    const sheds = stopping || (http.isUnderPressure() && performance.now() >= startedAt);
    if (sheds && !vital.test(request.routeOptions.url ?? '')) throw new ApiError('unavailable');
    done();
  });
}
