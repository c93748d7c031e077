import { Type } from 'typebox';
import { CHECK_FAULTS } from '../deposit-checks/deposit-check.ts';
import { CheckView } from '../deposit-checks/view.ts';
import { FundingView } from '../fundings/view.ts';
import { CentsOf, MostlyNull, Nullable, OneOf } from '../platform/schema.ts';

/** What people see in addition to what programs get. */
const FIGURES = {
  confirmationsNeeded: Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: 1_000,
    description: 'From how many confirmations on it counts as confirmed.',
    examples: [2],
  }),
  arrivedCents: Nullable(
    CentsOf('How much DePix arrived, rounded down; null where it cannot be read.', 5_000),
  ),
};

export const DepositChainView = Type.Object(
  {
    ...CheckView.properties,
    ...FIGURES,
    fault: MostlyNull(OneOf(CHECK_FAULTS, { description: 'Why it is a mismatch.' })),
  },
  { description: 'What the Liquid network itself shows of this deposit.' },
);

export const WithdrawalChainView = Type.Object(
  { ...FundingView.properties, ...FIGURES },
  { description: 'What the Liquid network itself shows of this withdrawal.' },
);
