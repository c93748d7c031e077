/** Replaces `withdrawals/store.ts`. */
export * from '../../../src/withdrawals/store.ts';
import type * as real from '../../../src/withdrawals/store.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { modeOf } from './deposits.ts';
import { keyOf, type WithdrawalRow, withdrawals } from './tables.ts';
import { byTime, isDue, isPast, later } from './times.ts';

export const leaseLooks: typeof real.leaseLooks = (db, limit, full) =>
  statement(db, 'leaseLooks of withdrawals', (s) =>
    s
      .all(withdrawals)
      .filter((row) => isDue(row.lookAt, s.now) && s.isFree(withdrawals, withdrawals.keyOf(row)))
      .filter(({ environmentId }) => !full.includes(modeOf(s, environmentId)))
      .sort(byTime(({ lookAt }) => lookAt))
      .slice(0, limit)
      .map((row) => {
        const { environmentId, id, providerRef } = row;
        s.update(withdrawals, row, { lookAt: later(s.now, 30) });
        return { environmentId, mode: modeOf(s, environmentId), id, providerRef };
      }),
  );

export const scheduleLook: typeof real.scheduleLook = (db, environmentId, id) =>
  statement(db, 'scheduleLook of withdrawal', (s) => {
    const row = s.find(withdrawals, keyOf(environmentId, id));
    if (row) s.update(withdrawals, row, { looks: row.looks + 1, lookAt: nextLookOf(s, row) });
  });

export function nextLookOf(s: Statement, row: WithdrawalRow) {
  const { status, providerStatus, updatedAt, environmentId, looks } = row;
  if (status === 'COMPLETED') return nextLookForReceipt(s, row);
  if ((status === 'FAILED' || status === 'EXPIRED') && providerStatus !== 'sending') {
    return isPast(later(s.now, -7 * 86_400), updatedAt) ? later(s.now, 12 * 3_600) : null;
  }
  if (modeOf(s, environmentId) === 'test') return later(s.now, 10);
  return later(s.now, Math.min(30 * 1.3 ** Math.min(looks, 30), 900));
}

/** The provider of the simulation gives no receipts. */
function nextLookForReceipt({ now }: Statement, { completedAt }: WithdrawalRow) {
  const sinceMs = now.getTime() - (completedAt ?? now).getTime();
  return sinceMs < 86_400_000 ? later(now, Math.max(sinceMs / 1_000, 600)) : null;
}

export const postponeLook: typeof real.postponeLook = (db, environmentId, id, seconds) =>
  statement(db, 'postponeLook', (s) => {
    const row = s.find(withdrawals, keyOf(environmentId, id));
    if (row?.lookAt) s.update(withdrawals, row, { lookAt: later(s.now, seconds) });
  });

export const findByProviderRef: typeof real.findByProviderRef = (db, mode, ref) =>
  statement(db, 'findByProviderRef of withdrawal', (s) => {
    const row = s.all(withdrawals).find(({ providerRef }) => providerRef === ref);
    if (!row || modeOf(s, row.environmentId) !== mode) return undefined;
    return { environmentId: row.environmentId, id: row.id };
  });
