import { TokenBucket } from 'limiter';
import type { Rate } from '../accounts/environment.ts';

/** What is left of a key's burst after a request. */
export interface Room {
  readonly remaining: number;
  /** Until the burst is full again. */
  readonly resetSeconds: number;
  /** How long to wait before retrying; undefined if the request was let through. */
  readonly retryAfterSeconds: number | undefined;
}

/** Counts a request of a key; with cost 0 it only reads. */
export type Limiter = (key: string, rate: Rate, cost?: 0 | 1) => Room | Promise<Room>;

/** Beyond this many buckets, full ones are dropped, which loses nothing. */
const MAX_REMEMBERED = 10_000;

/** A token bucket: a burst at once, then a steady rate; counted in this process's memory. */
export function openLimiter(): (key: string, rate: Rate, cost?: 0 | 1) => Room {
  const bucketOf = openBuckets();
  return (key, rate, cost = 1) => {
    const bucket = bucketOf(key, rate);
    const passed = bucket.tryRemoveTokens(cost);
    return {
      remaining: Math.floor(bucket.content),
      resetSeconds: Math.ceil((rate.burst - bucket.content) / rate.perSecond),
      // Tokens may be added between the two calls, but a wait of 0 would make no sense.
      retryAfterSeconds: passed ? undefined : Math.max(1, Math.ceil(bucket.getWaitTime(1) / 1_000)),
    };
  };
}

/** The same for callers that only need to know whether there is room; true takes a token. */
export function openGate(rate: Rate): (key: string) => boolean {
  const bucketOf = openBuckets();
  return (key) => bucketOf(key, rate).tryRemoveTokens(1);
}

/** If the operator changes a rate, it starts with a full burst. */
function openBuckets(): (key: string, rate: Rate) => TokenBucket {
  const buckets = new Map<string, TokenBucket>();
  return (key, rate) => {
    const known = buckets.get(key);
    if (known?.bucketSize === rate.burst && known.tokensPerInterval === rate.perSecond)
      return known;
    if (buckets.size >= MAX_REMEMBERED) evictFull(buckets);
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

function evictFull(buckets: Map<string, TokenBucket>): void {
  for (const [name, bucket] of buckets) {
    bucket.drip();
    if (bucket.content >= bucket.bucketSize) buckets.delete(name);
  }
}
