/** Replaces `withdrawals/settlement-store.ts`. */
export * from '../../../src/withdrawals/settlement-store.ts';
import type * as real from '../../../src/withdrawals/settlement-store.ts';
import { opened } from '../../../src/withdrawals/store.ts';
import { statement } from './connection.ts';
import { keyOf, withdrawals, withoutLooks } from './tables.ts';
import { nextLookOf } from './withdrawals.ts';

export const lockWithdrawal: typeof real.lockWithdrawal = (tx, app, environmentId, id) =>
  statement(tx, 'lockWithdrawal', (s) => {
    const row = s.lock(withdrawals, keyOf(environmentId, id));
    return row && { ...opened(app, withoutLooks(row)), now: s.now };
  });

export const writeSettlement: typeof real.writeSettlement = (tx, { before, after }) =>
  statement(tx, 'writeSettlement', (s) => {
    const row = s.find(withdrawals, keyOf(after.environmentId, after.id));
    if (row?.status !== before.status) throw new Error('the withdrawal left the status it was in');
    const { taxId, pixKey, looks } = row;
    const told = { ...row, ...after, taxId, pixKey, looks };
    s.update(withdrawals, row, { ...told, looks: looks + 1, lookAt: nextLookOf(s, told) });
  });

export const isPixOfAnother: typeof real.isPixOfAnother = (tx, { environmentId, id }, pix) =>
  statement(tx, 'isPixOfAnother', (s) =>
    s.all(withdrawals).some((row) => {
      const isOther = row.environmentId === environmentId && row.id !== id;
      return isOther && row.pixEndToEndId === pix;
    }),
  );
