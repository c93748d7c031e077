import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../accounts/environment.ts';
import type { Db } from '../platform/db.ts';
import { inTime } from '../platform/in-time.ts';
import { madeOnce } from '../platform/made-once.ts';
import type { Limiter, Room } from './rate-limit.ts';

/** A client does not wait longer to be counted; this process then counts by itself. */
const PATIENCE_MS = 1_000;

/**
 * A burst in each window of as many seconds as it lasts, counted in the database for all processes
 * together. Where that does not answer, each counts in its own memory.
 */
export function openSharedLimiter(db: Db, patienceMs = PATIENCE_MS): Limiter {
  const storeClient = openStore(db, patienceMs);
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (rate: Rate): RateLimiterPostgres => {
    // A rate that the operator changes begins with a whole burst.
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
      // One of them forgets the rows of all.
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
      // The library throws its count where there is no room, and nothing else of its own.
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

/** What the library asks of a connection, over our own: its three texts, each made a template. */
function openStore(db: Db, patienceMs: number): Store {
  const templateOf = madeOnce((text: string) => {
    const pieces = text.split(/\$(\d+)/);
    const parts = pieces.filter((_, at) => at % 2 === 0);
    const places = pieces.filter((_, at) => at % 2 === 1).map((place) => Number(place) - 1);
    return { parts: Object.assign(parts, { raw: parts }), places };
  });
  return {
    query: async ({ text, values }) => {
      const { parts, places } = templateOf(text);
      const counted = db<object>(parts, ...places.map((place) => whole(values[place])));
      const rows = await inTime(counted, patienceMs, () => {
        throw new Error('the count did not come in time');
      });
      return { rows, rowCount: rows.length };
    },
  };
}

/** The table counts in milliseconds, of which a window may last a fraction. */
function whole(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value;
}
