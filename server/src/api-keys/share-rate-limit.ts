import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../accounts/environment.ts';
import type { Db } from '../platform/db.ts';
import { memoize } from '../platform/memoize.ts';
import { plainText, sql } from '../platform/sql.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { Limiter, Room } from './rate-limit.ts';

/** The longest a client waits to be counted; then this process counts alone. */
const TIMEOUT_MS = 1_000;
/** A statement may have begun that long after another that it was faster than. */
const NOISE_SECONDS = 2;

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
    const room = await take(limiter, key, rate, cost);
    // Opened before the database's clock was set back, so nobody knows when it really ends.
    if (room.resetSeconds <= rate.burst / rate.perSecond + NOISE_SECONDS) return room;
    await limiter.delete(key);
    return take(limiter, key, rate, cost);
  };
}

async function take(limiter: RateLimiterPostgres, key: string, rate: Rate, cost: 0 | 1) {
  if (cost === 0) return roomOf(rate, (await limiter.get(key)) ?? undefined, true);
  try {
    return roomOf(rate, await limiter.consume(key), true);
  } catch (error) {
    // If there is no room the library throws its count, which is the only thing it throws itself.
    if (!(error instanceof RateLimiterRes)) throw error;
    return roomOf(rate, error, false);
  }
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
  query(query: Query): Promise<{ rows: Count[]; rowCount: number }>;
}

interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Count {
  readonly points: number;
  /** When the window ends, in milliseconds since 1970. */
  readonly expire: number;
}

/** The database's time in that unit. */
const NOW = '(extract(epoch from now()) * 1000)::bigint';
/** Larger numbers are times, not points. */
const MOST_POINTS = 1e12;

/**
 * The connection that the library expects, on top of ours: its texts become templates. It
 * goes by this process's clock, which may be wrong, so all times are moved to the database's, and
 * back.
 */
function openStore(db: Db, maxWaitMs: number): Store {
  const templateOf = memoize((text: string) => {
    const moved = text.replace('points, expire', `points, expire - ${NOW} as expire`);
    const pieces = moved.split(/\$(\d+)/);
    const parts = pieces.filter((_, at) => at % 2 === 0);
    const places = pieces.filter((_, at) => at % 2 === 1).map((place) => Number(place) - 1);
    return { parts: Object.assign(parts, { raw: parts }), places };
  });
  return {
    query: async ({ text, values }) => {
      const { parts, places } = templateOf(text);
      const counted = db<Count>(parts, ...places.map((place) => byDatabase(values[place])));
      const rows = await withTimeout(counted, maxWaitMs, () => {
        throw new Error('the count did not come in time');
      });
      const now = Date.now();
      const here = rows.map(({ points, expire }) => ({ points, expire: now + expire }));
      return { rows: here, rowCount: rows.length };
    },
  };
}

/** The table counts whole milliseconds; a window may last a fraction. */
function byDatabase(value: unknown): unknown {
  if (typeof value !== 'number' || value < MOST_POINTS) return value;
  return sql`(${Math.round(value - Date.now())}::bigint + ${plainText(NOW)})`;
}
