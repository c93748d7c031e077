import { type Static, Type } from 'typebox';
import { Int32Of, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { CHECK_STATES, type CheckState } from './deposit-check.ts';
import { isoTime } from '../platform/iso-time.ts';

/** How a deposit's check stands, as its merchant is told. */
export interface CheckStanding {
  readonly state: CheckState;
  readonly confirmations: number;
  readonly checkedAt: Date | null;
  readonly assetOk: boolean | null;
  readonly amountOk: boolean | null;
}

export const CheckView = Type.Object(
  {
    state: OneOf(CHECK_STATES, {
      description:
        'What the Liquid chain shows of the transaction: `unchecked`, nothing yet; `seen`, it pays the deposit; `confirmed`, and enough blocks hold it; `unobservable`, it pays the address, and what it pays is hidden from us; `mismatch`, it does not pay what the provider told of.',
      examples: ['confirmed'],
    }),
    confirmations: Int32Of('How many blocks held it when last looked.', 2),
    checkedAt: Nullable(TimestampOf('When the chain was last looked at.')),
    assetOk: Nullable(
      Type.Boolean({
        description: 'Whether it pays DePix; null where that cannot be told.',
        examples: [true],
      }),
    ),
    amountOk: Nullable(
      Type.Boolean({
        description: 'Whether it pays `settledCents` exactly; null where that cannot be told.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'DepositChain',
    description:
      'What the Liquid chain itself shows of the payment to the wallet. It never changes the status. Webhooks leave it out.',
  },
);

export function checkView(check: CheckStanding): Static<typeof CheckView> {
  const { state, confirmations, checkedAt, assetOk, amountOk } = check;
  return { state, confirmations, checkedAt: checkedAt && isoTime(checkedAt), assetOk, amountOk };
}
