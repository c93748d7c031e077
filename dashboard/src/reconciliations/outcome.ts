import type { ReconciliationResult } from '../api/operations.ts';

/** In display order. */
export const OUTCOMES = [
  'matched',
  'missingAtProvider',
  'missingOnChain',
  'amountDiffers',
  'waiting',
] as const;

export type Outcomes = Pick<ReconciliationResult, (typeof OUTCOMES)[number]>;

/** How to show a comparison, by the most serious thing that it found. */
export function stateOf({
  compared,
  matched,
  waiting,
}: Outcomes & Pick<ReconciliationResult, 'compared'>): 'matched' | 'waiting' | 'differs' {
  if (matched === compared) return 'matched';
  return matched + waiting === compared ? 'waiting' : 'differs';
}

type Difference = ReconciliationResult['differences'][number];

/** What differs now, according to any of these comparisons, each once. */
export function differencesOf(results: readonly ReconciliationResult[]): Difference[] {
  const all = results.flatMap(({ differences }) => differences);
  return [...new Map(all.map((one) => [`${one.depositId} ${one.kind}`, one])).values()];
}
