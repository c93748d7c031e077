import type { Id } from '../ids.ts';

export type ResultId = Id<'rec'>;

/** What a comparison comes to for one deposit: just one of these. */
export const OUTCOMES = [
  'matched',
  'missingAtProvider',
  'missingOnChain',
  'amountDiffers',
  'waiting',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How many deposits came to what; together they are all that were compared. */
export type Counts = Readonly<Record<Outcome, number>>;

/** What the provider says of a deposit; `unclear`: it gave no answer, or two. */
export type ProviderWord = 'agrees' | 'denies' | 'other_amount' | 'unclear';

/** What the chain says of it; `nothing_due`: the provider has named no transaction. */
export type ChainWord = 'nothing_due' | 'agrees' | 'missing' | 'differs' | 'unchecked';

/** The gravest that either says; what neither has told yet waits. */
export function outcomeOf(provider: ProviderWord, chain: ChainWord): Outcome {
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

/** Nothing was compared, or nothing yet. */
export function noCounts(): Record<Outcome, number> {
  return { matched: 0, missingAtProvider: 0, missingOnChain: 0, amountDiffers: 0, waiting: 0 };
}

export function comparedIn(counts: Counts): number {
  return OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
}
