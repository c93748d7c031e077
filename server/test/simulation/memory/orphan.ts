/** Replaces `idempotency/orphan.ts`. */
export * from '../../../src/idempotency/orphan.ts';
import { MINUTE_MS } from '../../../src/durations.ts';
import * as real from '../../../src/idempotency/orphan.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import {
  type AttemptRow,
  attemptKey,
  attempts,
  deposits,
  environments,
  keys,
  type OrphanRow,
  orphans,
  withdrawals,
} from './tables.ts';
import { byTime, isDue, isPast, later } from './times.ts';

const SPAN_MS = 600_000;

export const recordLateAnswer: typeof real.recordLateAnswer = async (app, claim, providerRef) => {
  await recordOrphan(app, real.orphanOf(claim, providerRef));
  await statement(app.db, 'recordLateAnswer', (s) => {
    const row = s.find(attempts, attemptKey(claim));
    if (row) s.update(attempts, row, { outcome: 'late', endedAt: s.now, providerRef });
  });
};

export const recordOrphan: typeof real.recordOrphan = (app, { status, ...orphan }) =>
  statement(app.db, 'recordOrphan', (s) => {
    if (isShown(s, orphan.providerRef)) return;
    const found = { providerStatus: status, foundAt: s.now, lookAt: s.now, paidAt: null };
    const there = s.insertUnlessThere(orphans, { ...orphan, ...found });
    if (!there) return;
    s.update(orphans, there, {
      providerStatus: status ?? there.providerStatus,
      environmentId: there.environmentId ?? orphan.environmentId,
      resourceId: there.resourceId ?? orphan.resourceId,
    });
  });

/** Whether a client was shown what the provider made. */
export function isShown(s: Statement, ref: string): boolean {
  return [...s.all(deposits), ...s.all(withdrawals)].some(({ providerRef }) => providerRef === ref);
}

export const deleteShownOrphans: typeof real.deleteShownOrphans = (db) =>
  statement(db, 'deleteShownOrphans', (s) => {
    for (const row of s.all(orphans)) {
      const isYoung = isPast(later(s.now, -25 * 3_600), row.foundAt);
      if (isYoung && isShown(s, row.providerRef)) s.remove(orphans, orphans.keyOf(row));
    }
  });

function isDoubtful({ outcome, lookedThrough }: AttemptRow): boolean {
  return (outcome === 'unknown' || outcome === 'late') && !lookedThrough;
}

export const listDoubtfulSpans: typeof real.listDoubtfulSpans = (db, limit) =>
  statement(db, 'listDoubtfulSpans', (s) => {
    const settled = later(s.now, -120);
    const doubtful = s
      .all(attempts)
      .filter((row) => isDoubtful(row) && row.resourceId.startsWith('dep'))
      .filter(({ endedAt }) => isPast(endedAt, settled));
    const spans = Map.groupBy(doubtful, ({ environmentId, startedAt }) => {
      return `${environmentId} ${String(Math.floor(startedAt.getTime() / SPAN_MS))}`;
    });
    return [...spans.values()].slice(0, limit).flatMap((rows) => {
      const environment = rows[0] && s.find(environments, rows[0].environmentId);
      if (!environment) return [];
      const from = Math.min(...rows.map(({ startedAt }) => startedAt.getTime())) - MINUTE_MS;
      const to = Math.max(...rows.map(({ endedAt }) => endedAt.getTime())) + MINUTE_MS;
      const { id: environmentId, mode } = environment;
      // There is one clock for all here.
      return [{ environmentId, mode, from: new Date(from), to: new Date(to), aheadMs: 0 }];
    });
  });

export const markLookedThrough: typeof real.markLookedThrough = (db, span) =>
  statement(db, 'markLookedThrough', (s) => {
    const from = span.from.getTime() + MINUTE_MS;
    const to = span.to.getTime() - MINUTE_MS;
    for (const row of s.all(attempts)) {
      if (row.environmentId !== span.environmentId || !isDoubtful(row)) continue;
      if (row.startedAt.getTime() < from || row.endedAt.getTime() > to) continue;
      s.update(attempts, row, { lookedThrough: true });
    }
  });

export const findOwner: typeof real.findOwner = async (db, connection, from, to) => {
  if (connection !== 'live') return connection;
  return statement(db, 'findOwner', (s) => {
    const dayBefore = later(from, -86_400);
    const underWay = s
      .all(keys)
      .filter(({ state, operation }) => state === 'running' && operation === 'deposit')
      .map(({ environmentId, updatedAt }) => ({
        ...{ environmentId, startedAt: updatedAt, endedAt: null },
      }));
    const doubtful = s
      .all(attempts)
      .filter(({ outcome }) => outcome === 'unknown' || outcome === 'late')
      .filter(({ resourceId }) => resourceId.startsWith('dep'));
    const owners = [...underWay, ...doubtful]
      .filter(({ environmentId }) => s.find(environments, environmentId)?.mode === 'live')
      .filter(({ startedAt }) => isPast(startedAt, to) && isPast(dayBefore, startedAt))
      .filter(({ endedAt }) => !isPast(endedAt, from));
    const [owner, ...others] = new Set(owners.map(({ environmentId }) => environmentId));
    return owner !== undefined && others.length === 0 ? owner : null;
  });
};

export const leaseUnpaidOrphans: typeof real.leaseUnpaidOrphans = (db, limit) =>
  statement(db, 'leaseUnpaidOrphans', (s) => {
    const twoDaysAgo = later(s.now, -2 * 86_400);
    return s
      .all(orphans)
      .filter((row) => row.operation === 'deposit' && row.paidAt === null)
      .filter((row) => isDue(row.lookAt, s.now) && isPast(twoDaysAgo, row.foundAt))
      .filter((row) => s.isFree(orphans, orphans.keyOf(row)))
      .sort(byTime(({ lookAt }) => lookAt))
      .sort((one, other) => Number(other.connection === 'live') - Number(one.connection === 'live'))
      .slice(0, limit)
      .map((row) => unpaidOf(s, s.update(orphans, row, { lookAt: later(s.now, 600) })));
  });

function unpaidOf(s: Statement, row: OrphanRow) {
  const { connection, providerRef, environmentId, resourceId, foundBy, foundAt } = row;
  const firstLive = s
    .all(environments)
    .filter(({ mode }) => mode === 'live')
    .map(({ id }) => id)
    .sort()[0];
  const asker = connection === 'live' ? (environmentId ?? firstLive) : connection;
  if (!asker) throw new Error('there is no live environment');
  return { connection, providerRef, environmentId, resourceId, foundBy, foundAt, asker };
}

export const markOrphanPaid: typeof real.markOrphanPaid = (db, orphan, status) =>
  statement(db, 'markOrphanPaid', (s) => {
    const row = s.find(orphans, `${orphan.connection} ${orphan.providerRef}`);
    if (row) s.update(orphans, row, { paidAt: row.paidAt ?? s.now, providerStatus: status });
  });
