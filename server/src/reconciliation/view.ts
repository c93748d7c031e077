import type { DifferenceKind } from './difference.ts';
import type { OpenDifference } from './difference-store.ts';
import type { Result } from './result-store.ts';

export const DEPOSIT_DIFFERENCES = [
  'missing_at_provider',
  'missing_on_chain',
  'amount_differs',
  'status_differs',
  'payment_differs',
] as const;
type DepositDifference = (typeof DEPOSIT_DIFFERENCES)[number];

/** What merchants read of a difference; of charges that are nobody's they read nothing. */
const SHOWN_AS: Readonly<Partial<Record<DifferenceKind, DepositDifference>>> = {
  missing_there: 'missing_at_provider',
  missing_on_chain: 'missing_on_chain',
  other_amount: 'amount_differs',
  other_status: 'status_differs',
  other_on_chain: 'payment_differs',
};

/** Shows results with what is open of the deposits that they were about. */
export function viewer(open: readonly OpenDifference[]) {
  return ({ since, until, beganAt, createdAt, gaps, ...result }: Result) => ({
    ...result,
    from: since.toISOString(),
    to: until.toISOString(),
    beganAt: beganAt.toISOString(),
    finishedAt: createdAt.toISOString(),
    complete: gaps === 0,
    differences: open
      .filter(({ madeAt }) => madeAt >= since && madeAt < until)
      .flatMap(({ depositId, kind }) => {
        const shown = SHOWN_AS[kind];
        return shown === undefined ? [] : [{ depositId, kind: shown }];
      }),
  });
}
