/** Replaces `deposits/record-deposit.ts`. */
export * from '../../../src/deposits/record-deposit.ts';
import type * as real from '../../../src/deposits/record-deposit.ts';
import { sealTaxId } from '../../../src/deposits/store.ts';
import { complete } from './complete-key.ts';
import { deposits } from './tables.ts';
import { later, onGrid } from './times.ts';

export const recordDeposit: typeof real.recordDeposit = (app, deposit, ending) => {
  const taxId = sealTaxId(app, deposit.taxId);
  return complete(app, ending, (s) =>
    s.insert(deposits, {
      ...deposit,
      ...{ taxId, providerRef: ending.providerRef, looks: 0, lookAt: onGrid(later(s.now, 10)) },
    }),
  );
};
