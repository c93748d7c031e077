/** Replaces `withdrawals/record-withdrawal.ts`. */
export * from '../../../src/withdrawals/record-withdrawal.ts';
import type * as real from '../../../src/withdrawals/record-withdrawal.ts';
import { sealPayee } from '../../../src/withdrawals/store.ts';
import { complete } from './complete-key.ts';
import { withdrawals } from './tables.ts';
import { later } from './times.ts';

export const recordWithdrawal: typeof real.recordWithdrawal = (app, withdrawal, ending) => {
  const payee = sealPayee(app, withdrawal);
  return complete(app, ending, (s) =>
    s.insert(withdrawals, {
      ...withdrawal,
      ...payee,
      ...{ providerRef: ending.providerRef, looks: 0, lookAt: later(s.now, 10) },
    }),
  );
};
