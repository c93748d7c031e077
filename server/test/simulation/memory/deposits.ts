/** Replaces `deposits/store.ts`. */
export * from '../../../src/deposits/store.ts';
import type * as real from '../../../src/deposits/store.ts';
import type { Mode } from '../../../src/accounts/environment.ts';
import { connectionOf } from '../../../src/provider/connection.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { type DepositRow, deposits, environments, keyOf } from './tables.ts';
import { byTime, isDue, isPast, later, onGrid } from './times.ts';

/** Nobody listens. */
export const hintChanges: typeof real.hintChanges = async () => undefined;

export const leaseLooks: typeof real.leaseLooks = (db, limit, busy = []) =>
  statement(db, 'leaseLooks', (s) =>
    s
      .all(deposits)
      .filter((row) => isDue(row.lookAt, s.now) && s.isFree(deposits, deposits.keyOf(row)))
      .filter(({ environmentId }) => {
        const mode = modeOf(s, environmentId);
        return !busy.includes(connectionOf({ environmentId, mode }));
      })
      .sort(byTime(({ lookAt }) => lookAt))
      .slice(0, limit)
      .map((row) => {
        s.update(deposits, row, { lookAt: onGrid(later(s.now, 40)) });
        const { environmentId, id, providerRef, providerStatus, blockchainTxId } = row;
        const { createdAt, expiresAt, status } = row;
        const mode = modeOf(s, environmentId);
        return {
          ...{ environmentId, mode, id, providerRef, providerStatus, blockchainTxId },
          ...{ createdAt, expiresAt, status, now: s.now },
        };
      }),
  );

export function modeOf(s: Statement, environmentId: string): Mode {
  const environment = s.find(environments, environmentId);
  if (!environment) throw new Error('there is no such environment');
  return environment.mode;
}

export const postponeLooks: typeof real.postponeLooks = (db, left, seconds) =>
  statement(db, 'postponeLooks', (s) => {
    for (const { environmentId, id } of left) {
      const row = s.find(deposits, keyOf(environmentId, id));
      // Without the random second that the real one adds: the schedule is random itself.
      if (row?.lookAt) s.update(deposits, row, { lookAt: later(s.now, seconds + 0.5) });
    }
  });

export const listSpanStarts: typeof real.listSpanStarts = (db, tenant, oldest, newest, every) =>
  statement(db, 'listSpanStarts', (s) =>
    s
      .all(deposits)
      .filter(({ environmentId }) => modeOf(s, environmentId) === tenant.mode)
      .filter((row) => tenant.mode === 'live' || row.environmentId === tenant.environmentId)
      .map(({ createdAt }) => createdAt)
      .filter((at) => at.getTime() >= oldest.getTime() && at.getTime() <= newest.getTime())
      .sort((one, other) => other.getTime() - one.getTime())
      .filter((_, index) => (index + 1) % every === 0),
  );

/** When a deposit is to be looked at next. */
export function nextLookOf(s: Statement, row: DepositRow): Date | null {
  const { status, blockchainTxId, updatedAt, looks } = row;
  if (status === 'REFUNDED') return null;
  const isClosed = status === 'FAILED' || blockchainTxId !== null;
  if (isClosed && isPast(updatedAt, later(s.now, -3_600))) return null;
  if (status === 'CONFIRMED' && isPast(updatedAt, later(s.now, -35 * 86_400))) return null;
  if (modeOf(s, row.environmentId) === 'test') return onGrid(later(s.now, 10));
  if (status === 'CONFIRMED' && isPast(updatedAt, later(s.now, -3_600)))
    return onGrid(later(s.now, 3_600));
  return onGrid(later(s.now, Math.min(30 * 1.3 ** Math.min(looks, 30), 600)));
}

export const scheduleLook: typeof real.scheduleLook = (db, { environmentId, id, failed }) =>
  statement(db, 'scheduleLook', (s) => {
    const row = s.find(deposits, keyOf(environmentId, id));
    if (!row || !s.isFree(deposits, deposits.keyOf(row))) return;
    const goesOn = failed === true && !isPast(row.updatedAt, later(s.now, -2 * 86_400));
    const seconds = Math.max(600, (s.now.getTime() - row.updatedAt.getTime()) / 4_000);
    const lookAt = nextLookOf(s, row) ?? (goesOn ? later(s.now, seconds) : null);
    s.update(deposits, row, { looks: row.looks + 1, lookAt });
  });

export const findByProviderRef: typeof real.findByProviderRef = (db, { mode, ref }) =>
  statement(db, 'findByProviderRef', (s) => {
    const row = s.all(deposits).find(({ providerRef }) => providerRef === ref);
    if (!row || modeOf(s, row.environmentId) !== mode) return undefined;
    return { environmentId: row.environmentId, id: row.id, mode, ref };
  });

export const listKnownRefs: typeof real.listKnownRefs = (db, refs) =>
  statement(db, 'listKnownRefs', (s) =>
    s
      .all(deposits)
      .map(({ providerRef }) => providerRef)
      .filter((ref) => refs.includes(ref)),
  );
