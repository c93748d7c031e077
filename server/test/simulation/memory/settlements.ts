/** Replaces `deposits/settlement-store.ts`. */
export * from '../../../src/deposits/settlement-store.ts';
import type * as real from '../../../src/deposits/settlement-store.ts';
import type { App } from '../../../src/app.ts';
import { isAccepted } from '../../../src/deposits/decide.ts';
import { openTaxId } from '../../../src/deposits/store.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { modeOf, nextLookOf } from './deposits.ts';
import { type DepositRow, deposits, keyOf, notices, sums, withoutLooks } from './tables.ts';

export const lockDeposit: typeof real.lockDeposit = (tx, app, { environmentId, id }) =>
  statement(tx, 'lockDeposit', (s) => {
    const row = s.lock(deposits, keyOf(environmentId, id));
    return row && lockedOf(s, app, row);
  });

export const lockFreeDeposits: typeof real.lockFreeDeposits = (tx, app, told) =>
  statement(tx, 'lockFreeDeposits', (s) =>
    [...new Set(told.map(({ environmentId, id }) => keyOf(environmentId, id)))]
      .filter((key) => s.isFree(deposits, key))
      .map((key) => s.lock(deposits, key))
      .filter((row) => row !== undefined)
      .map((row) => lockedOf(s, app, row)),
  );

function lockedOf(s: Statement, app: App, row: DepositRow): real.LockedDeposit {
  const deposit = withoutLooks(row);
  const mode = modeOf(s, row.environmentId);
  const filed = s
    .all(notices)
    .filter((one) => one.mode === mode && one.providerRef === row.providerRef);
  const wasTold = filed.some(({ status }) => isAccepted(status));
  const acceptedBefore = row.paidCents !== null || row.blockchainTxId !== null || wasTold;
  const paymentFiled = filed.some((one) => one.kind === 'med' || one.namesTransaction);
  const taxId = openTaxId(app, row.taxId);
  return { ...deposit, taxId, now: s.now, acceptedBefore, paymentFiled };
}

/** Chains, and checks of them, are not simulated. */
export const openChecks: typeof real.openChecks = () => Promise.resolve();

export const writeSettlements: typeof real.writeSettlements = (tx, settlements) =>
  statement(tx, 'writeSettlements', (s) => {
    for (const { before, after } of settlements) {
      const row = s.find(deposits, keyOf(after.environmentId, after.id));
      if (row?.status !== before.status) throw new Error('a deposit left the status it was in');
      const { taxId, looks } = row;
      const told = { ...row, ...after, taxId, looks };
      s.update(deposits, row, { ...told, looks: looks + 1, lookAt: nextLookOf(s, told) });
    }
  });

const SHARDS = 8;

export const moveSums: typeof real.moveSums = async (tx, settlements) => {
  const moved = settlements.filter((settlement) => settlement.sums);
  if (moved.length === 0) return;
  await statement(tx, 'moveSums', (s) => {
    for (const { after, sums: by } of moved) {
      const { environmentId, id, walletId, paymentLinkId } = after;
      const shard = id.charCodeAt(id.length - 1) % SHARDS;
      for (const subjectId of paymentLinkId === null ? [walletId] : [walletId, paymentLinkId]) {
        if (!by) continue;
        const there = s.insertUnlessThere(sums, { environmentId, subjectId, shard, ...by });
        if (!there) continue;
        s.update(sums, there, {
          confirmedCount: there.confirmedCount + by.confirmedCount,
          receivedCents: there.receivedCents + by.receivedCents,
          refundedCents: there.refundedCents + by.refundedCents,
        });
      }
    }
  });
};
