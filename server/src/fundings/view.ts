import { Type } from 'typebox';
import { isoTime } from '../platform/iso-time.ts';
import { Int32Of, MostlyNull, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { type Funding, FUNDING_PROBLEMS, FUNDING_STATES } from './funding.ts';

/** What the chain shows of a withdrawal, as its merchant sees it. */
export interface FundingStanding extends Pick<
  Funding,
  'state' | 'confirmations' | 'txId' | 'problem'
> {
  readonly checkedAt: Date | null;
}

export const FundingView = Type.Object(
  {
    state: OneOf(FUNDING_STATES, {
      description:
        'What the Liquid chain shows at the address: `unchecked`, nothing yet; `seen`, a transaction pays it; `confirmed`, it has enough confirmations.',
      examples: ['confirmed'],
    }),
    confirmations: Int32Of('How many confirmations it had at the last check.', 2),
    checkedAt: Nullable(TimestampOf('When the chain was last checked.')),
    txId: Nullable(
      Type.String({
        maxLength: 64,
        description: 'The transaction that was seen.',
        examples: ['3f1c0d4bd6f4a5a5f1b5a9e1a9d0b3c1f4d2e7a6c9b8d7e6f5a4b3c2d1e0f9a8'],
      }),
    ),
    problem: MostlyNull(
      OneOf(FUNDING_PROBLEMS, {
        description:
          'What is wrong with it, as far as can be seen. `short`, `over`: less or more than `depositAmountCents`; `other_asset`: not DePix; `late`: after `expiresAt`; `not_taken`: confirmed for ten minutes, but unknown to the provider.',
      }),
    ),
  },
  {
    title: 'WithdrawalChain',
    description:
      'What the Liquid chain itself shows at `depositAddress`. It never changes the status. Webhooks omit it.',
  },
);

export function fundingView(funding: FundingStanding) {
  const { state, confirmations, checkedAt, txId, problem } = funding;
  return { state, confirmations, checkedAt: checkedAt && isoTime(checkedAt), txId, problem };
}
