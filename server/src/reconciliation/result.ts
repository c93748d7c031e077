import type { Id } from '../ids.ts';

export type ResultId = Id<'rec'>;

/** The outcome of a comparison for one deposit: exactly one of these. */
export const OUTCOMES = [
  'matched',
  'missingAtProvider',
  'missingOnChain',
  'amountDiffers',
  'waiting',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How many deposits had each outcome; together, all that were compared. */
export type Counts = Readonly<Record<Outcome, number>>;

/** What the provider says about a deposit; `unclear`: no answer, or two that contradict. */
export type ProviderVerdict = 'agrees' | 'denies' | 'other_amount' | 'unclear';

/** What the chain says about it; `nothing_due`: the provider has not sent it yet. */
export type ChainVerdict = 'nothing_due' | 'agrees' | 'missing' | 'differs' | 'unchecked';

/** The worse of the two; what neither can tell yet is `waiting`. */
export function outcomeOf(provider: ProviderVerdict, chain: ChainVerdict): Outcome {
  if (provider === 'denies') return 'missingAtProvider';
  if (chain === 'missing') return 'missingOnChain';
  if (provider === 'other_amount' || chain === 'differs') return 'amountDiffers';
  if (provider === 'unclear' || chain === 'unchecked') return 'waiting';
  return 'matched';
}

export function countOutcomes(outcomes: readonly Outcome[]): Counts {
  const counts = noCounts();
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

/** Nothing was compared, at least not yet. */
export function noCounts(): Record<Outcome, number> {
  return { matched: 0, missingAtProvider: 0, missingOnChain: 0, amountDiffers: 0, waiting: 0 };
}

export function comparedIn(counts: Counts): number {
  return OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
}
