/** Replaces `idempotency/end-key.ts`. */
export * from '../../../src/idempotency/end-key.ts';
import type * as real from '../../../src/idempotency/end-key.ts';
import type { Claim } from '../../../src/idempotency/claim.ts';
import type { Failure } from '../../../src/idempotency/record-failed.ts';
import type { Db } from '../../../src/platform/db.ts';
import { connectionOf } from '../../../src/provider/connection.ts';
import { heldKey, isAbandoned } from './claim.ts';
import { statement } from './connection.ts';
import { isShown } from './orphan.ts';
import { recordFailed } from './record-failed.ts';
import { attempts, environments, keys, orphans } from './tables.ts';
import { isPast, later } from './times.ts';

const DAY_SECONDS = 86_400;

export const failKey: typeof real.failKey = (db, claim) => endKey(db, claim, 'failed', 'refused');

export const restKey: typeof real.restKey = (db, claim) => endKey(db, claim, 'resting', 'unknown');

export const releaseKey: typeof real.releaseKey = async (db, claim) => {
  if (claim.attempt > 1) return endKey(db, claim, 'resting', 'not_executed');
  return statement(db, 'releaseKey', (s) => {
    const row = heldKey(s, claim);
    if (!row) return false;
    s.remove(keys, keys.keyOf(row));
    recordFailed(s, row, 'not_executed');
    return true;
  });
};

function endKey(
  db: Db,
  claim: Claim,
  state: 'failed' | 'resting',
  outcome: Failure,
): Promise<boolean> {
  return statement(db, `endKey ${state}`, (s) => {
    const row = heldKey(s, claim);
    const kept = state === 'failed' ? { intent: null, progress: null } : {};
    if (!row) return false;
    s.update(keys, row, { state, leaseUntil: null, updatedAt: s.now, ...kept });
    recordFailed(s, row, outcome);
    return true;
  });
}

export const sweepKeys: typeof real.sweepKeys = async (db, days) => {
  await statement(db, 'sweepKeys', (s) => {
    const dayAgo = later(s.now, -DAY_SECONDS);
    for (const row of s.all(keys)) {
      if (row.state !== 'resting' || !isPast(row.updatedAt, dayAgo)) continue;
      const ended = { state: 'failed', intent: null, progress: null, updatedAt: s.now } as const;
      s.update(keys, row, ended);
      const environment = s.find(environments, row.environmentId);
      if (!environment) continue;
      const { environmentId, operation, resourceId } = row;
      const connection = connectionOf({ environmentId, mode: environment.mode });
      for (const { providerRef } of s
        .all(attempts)
        .filter((one) => one.resourceId === resourceId)) {
        if (providerRef === null || isShown(s, providerRef)) continue;
        s.insertUnlessThere(orphans, {
          ...{ connection, environmentId, providerRef, operation, resourceId },
          ...{ foundBy: 'late_answer', providerStatus: null, paidAt: null },
          ...{ foundAt: s.now, lookAt: s.now },
        });
      }
    }
  });
  await statement(db, 'forgetKeys', (s) => {
    const before = later(s.now, -days * DAY_SECONDS);
    for (const row of s.all(keys)) {
      if (row.state === 'failed' && isPast(row.updatedAt, before)) s.remove(keys, keys.keyOf(row));
    }
  });
  return false;
};

export const restPoisonedKeys: typeof real.restPoisonedKeys = (db, maxAttempts) =>
  statement(db, 'restPoisonedKeys', (s) => {
    for (const row of s.all(keys)) {
      const isDead = row.state === 'running' && isAbandoned(row, s.now);
      if (!isDead || row.attempt < maxAttempts) continue;
      s.update(keys, row, { state: 'resting', leaseUntil: null, updatedAt: s.now });
      recordFailed(s, row, 'unknown');
    }
  });
