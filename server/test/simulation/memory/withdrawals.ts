/** Replaces `withdrawals/store.ts`. */
export * from '../../../src/withdrawals/store.ts';
import type * as real from '../../../src/withdrawals/store.ts';
import type { App } from '../../../src/app.ts';
import { openPixKey } from '../../../src/withdrawals/store.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { modeOf } from './deposits.ts';
import { keyOf, type WithdrawalRow, withdrawals, withoutLooks } from './tables.ts';
import { byTime, isDue, isPast, later } from './times.ts';

const TAX_ID = 'withdrawals.tax_id';

export const lockWithdrawal: typeof real.lockWithdrawal = (tx, app, environmentId, id) =>
  statement(tx, 'lockWithdrawal', (s) => {
    const row = s.lock(withdrawals, keyOf(environmentId, id));
    return row && { ...opened(app, row), now: s.now };
  });

function opened(app: App, row: WithdrawalRow) {
  const taxId = app.vault.open(TAX_ID, row.taxId);
  return { ...withoutLooks(row), taxId, pixKey: openPixKey(app, row.pixKey) };
}

export const moveWithdrawal: typeof real.moveWithdrawal = (tx, withdrawal, from, to, reason, at) =>
  statement(tx, `moveWithdrawal ${to}`, (s) => {
    const row = s.find(withdrawals, keyOf(withdrawal.environmentId, withdrawal.id));
    if (!row || !from.includes(row.status)) return undefined;
    const isUnderWay = to === 'PROCESSING' || to === 'COMPLETED';
    const moved = {
      status: to,
      processingAt: isUnderWay ? (row.processingAt ?? at) : row.processingAt,
      completedAt: to === 'COMPLETED' ? at : row.completedAt,
      failedAt: to === 'FAILED' ? at : row.failedAt,
      expiredAt: to === 'EXPIRED' ? at : row.expiredAt,
      failureReason: to === 'FAILED' ? reason : null,
    };
    s.update(withdrawals, row, { ...moved, updatedAt: at });
    return moved;
  });

export const updateFacts: typeof real.updateFacts = (tx, withdrawal, facts) =>
  statement(tx, 'updateFacts', (s) => {
    const row = s.find(withdrawals, keyOf(withdrawal.environmentId, withdrawal.id));
    if (row) s.update(withdrawals, row, facts);
  });

export const leaseLooks: typeof real.leaseLooks = (db, limit, full = []) =>
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
    if (row) s.update(withdrawals, row, { looks: row.looks + 1, lookAt: nextLook(s, row) });
  });

function nextLook(s: Statement, row: WithdrawalRow) {
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
