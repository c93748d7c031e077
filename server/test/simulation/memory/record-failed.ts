/** What `idempotency/record-failed.ts` does within the statement that ends an attempt. */
import type { Failure } from '../../../src/idempotency/record-failed.ts';
import type { Statement } from './database.ts';
import { attempts, type KeyRow } from './tables.ts';
import { isPast, later } from './times.ts';

const HOUR_SECONDS = 3_600;

/** @param key as it was while the attempt was in flight */
export function recordFailed(s: Statement, key: KeyRow, outcome: Failure): void {
  const { environmentId, resourceId, attempt, providerRef, leaseUntil, updatedAt: startedAt } = key;
  const isLongOver = leaseUntil !== null && isPast(later(leaseUntil, HOUR_SECONDS), s.now);
  const endedAt = isLongOver ? leaseUntil : s.now;
  const told = { startedAt, endedAt, outcome, providerRef, lookedThrough: false };
  const there = s.insertUnlessThere(attempts, { environmentId, resourceId, attempt, ...told });
  if (there) s.update(attempts, there, told);
}
