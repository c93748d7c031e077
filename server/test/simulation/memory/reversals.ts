/** Replaces `reversals/store.ts`. */
export * from '../../../src/reversals/store.ts';
import type * as real from '../../../src/reversals/store.ts';
import { statement } from './connection.ts';
import { reversals } from './tables.ts';

/** One per deposit, however often it is reported; what later reports add has tests of its own. */
export const upsertReversal: typeof real.upsertReversal = (tx, _app, reversal, reported) =>
  statement(tx, 'upsertReversal', (s) => {
    const there = s.insertUnlessThere(reversals, reversal);
    if (!there) return reversal;
    const isTold = reported.payer || (reported.med && !there.divergent);
    const kind = isTold ? reversal.kind : there.kind;
    return s.update(reversals, there, { kind, disputed: there.disputed || reversal.disputed });
  });
