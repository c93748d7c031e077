import { TokenBucket } from 'limiter';
import type { Rate } from '../accounts/environment.ts';

/** What a request found of its key's burst. */
export interface Room {
  readonly remaining: number;
  /** Until the burst is whole again. */
  readonly resetSeconds: number;
  /** How long to wait before the next try; undefined for a request that was let through. */
  readonly retryAfterSeconds: number | undefined;
}

/** Counts a request of a key, or only looks where it costs nothing. */
export type Limiter = (key: string, rate: Rate, cost?: 0 | 1) => Room | Promise<Room>;

/** Beyond so many buckets, the full ones are forgotten: nothing is lost with them. */
const MAX_REMEMBERED = 10_000;

/**
 * A burst at once, and then as many a second as come back; counted in the memory of this process.
 */
export function openLimiter(): (key: string, rate: Rate, cost?: 0 | 1) => Room {
  const bucketOf = openBuckets();
  return (key, rate, cost = 1) => {
    const bucket = bucketOf(key, rate);
    const passed = bucket.tryRemoveTokens(cost);
    return {
      remaining: Math.floor(bucket.content),
      resetSeconds: Math.ceil((rate.burst - bucket.content) / rate.perSecond),
      // Room may come back between the two looks, and no wait at all would be no answer.
      retryAfterSeconds: passed ? undefined : Math.max(1, Math.ceil(bucket.getWaitTime(1) / 1_000)),
    };
  };
}

/** The same for whoever only asks whether there is room: true takes one. */
export function openGate(rate: Rate): (key: string) => boolean {
  const bucketOf = openBuckets();
  return (key) => bucketOf(key, rate).tryRemoveTokens(1);
}

/** A rate that the operator changes begins with a whole burst. */
function openBuckets(): (key: string, rate: Rate) => TokenBucket {
  const buckets = new Map<string, TokenBucket>();
  return (key, rate) => {
    const known = buckets.get(key);
    if (known?.bucketSize === rate.burst && known.tokensPerInterval === rate.perSecond)
      return known;
    if (buckets.size >= MAX_REMEMBERED) forgetFull(buckets);
    const bucket = fullBucket(rate);
    buckets.set(key, bucket);
    return bucket;
  };
}

function fullBucket({ perSecond, burst }: Rate): TokenBucket {
  const options = { bucketSize: burst, tokensPerInterval: perSecond, interval: 'second' as const };
  const bucket = new TokenBucket(options);
  bucket.content = burst;
  return bucket;
}

function forgetFull(buckets: Map<string, TokenBucket>): void {
  for (const [name, bucket] of buckets) {
    bucket.drip();
    if (bucket.content >= bucket.bucketSize) buckets.delete(name);
  }
}
