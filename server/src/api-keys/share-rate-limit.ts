import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../accounts/environment.ts';
import type { Db } from '../platform/db.ts';
import { memoize } from '../platform/memoize.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { Limiter, Room } from './rate-limit.ts';

/** The longest a client waits to be counted; then this process counts alone. */
const TIMEOUT_MS = 1_000;

/**
 * Allows one burst per window, which lasts as long as the burst takes at the steady rate; counted
 * in the database for all processes. If it does not answer, each process counts in its own memory.
 */
export function openSharedLimiter(db: Db, maxWaitMs = TIMEOUT_MS): Limiter {
  const storeClient = openStore(db, maxWaitMs);
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (rate: Rate): RateLimiterPostgres => {
    // If the operator changes a rate, it starts with a full burst.
    const keyPrefix = `${String(rate.burst)}/${String(rate.perSecond)}`;
    const known = limiters.get(keyPrefix);
    if (known) return known;
    const window = { keyPrefix, points: rate.burst, duration: rate.burst / rate.perSecond };
    const limiter = new RateLimiterPostgres({
      ...window,
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      // One limiter deletes the expired rows of all.
      clearExpiredByTimeout: limiters.size === 0,
      insuranceLimiter: new RateLimiterMemory(window),
    });
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  return async (key, rate, cost = 1) => {
    const limiter = limiterOf(rate);
    if (cost === 0) return roomOf(rate, (await limiter.get(key)) ?? undefined, true);
    try {
      return roomOf(rate, await limiter.consume(key), true);
    } catch (error) {
      // If there is no room the library throws its count, which is the only thing it throws itself.
      if (!(error instanceof RateLimiterRes)) throw error;
      return roomOf(rate, error, false);
    }
  };
}

function roomOf(rate: Rate, count: RateLimiterRes | undefined, passed: boolean): Room {
  const remaining = count ? Math.min(count.remainingPoints, rate.burst) : rate.burst;
  const seconds = Math.ceil(Math.max(0, count?.msBeforeNext ?? 0) / 1_000);
  return {
    remaining,
    resetSeconds: remaining === rate.burst ? 0 : seconds,
    retryAfterSeconds: passed ? undefined : Math.max(1, seconds),
  };
}

interface Store {
  query(query: Query): Promise<{ rows: object[]; rowCount: number }>;
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The connection that the library expects, on top of ours: its three texts become templates. */
function openStore(db: Db, maxWaitMs: number): Store {
  const templateOf = memoize((text: string) => {
    const pieces = text.split(/\$(\d+)/);
    const parts = pieces.filter((_, at) => at % 2 === 0);
    const places = pieces.filter((_, at) => at % 2 === 1).map((place) => Number(place) - 1);
    return { parts: Object.assign(parts, { raw: parts }), places };
  });
  return {
    query: async ({ text, values }) => {
      const { parts, places } = templateOf(text);
      const counted = db<object>(parts, ...places.map((place) => whole(values[place])));
      const rows = await withTimeout(counted, maxWaitMs, () => {
        throw new Error('the count did not come in time');
      });
      return { rows, rowCount: rows.length };
    },
  };
}

/** The table counts whole milliseconds; a window may last a fraction. */
function whole(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value;
}
