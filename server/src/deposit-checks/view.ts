import { type Static, Type } from 'typebox';
import { isoTime } from '../platform/iso-time.ts';
import { Int32Of, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { CHECK_STATES, type CheckState } from './deposit-check.ts';

/** The state of a deposit's chain check, as its merchant sees it. */
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
        'What the Liquid chain shows of the transaction: `unchecked`, nothing yet; `seen`, it pays the deposit; `confirmed`, it also has enough confirmations; `unobservable`, it pays the address, but the amount is hidden from us; `mismatch`, it does not pay what the provider reported.',
      examples: ['confirmed'],
    }),
    confirmations: Int32Of('How many confirmations it had at the last check.', 2),
    checkedAt: Nullable(TimestampOf('When the chain was last checked.')),
    assetOk: Nullable(
      Type.Boolean({
        description: 'Whether it pays DePix; null if that cannot be known.',
        examples: [true],
      }),
    ),
    amountOk: Nullable(
      Type.Boolean({
        description: 'Whether it pays exactly `settledCents`; null if that cannot be known.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'DepositChain',
    description:
      'What the Liquid chain itself shows of the payment to the wallet. It never changes the status. Webhooks omit it.',
  },
);

export function checkView(check: CheckStanding): Static<typeof CheckView> {
  const { state, confirmations, checkedAt, assetOk, amountOk } = check;
  return { state, confirmations, checkedAt: checkedAt && isoTime(checkedAt), assetOk, amountOk };
}
