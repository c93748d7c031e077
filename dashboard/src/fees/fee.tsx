import type { ReactNode } from 'react';
import type { FeeSchedule } from '../api/operations.ts';
import { money, percent } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** A schedule in words; zero parts are left out. */
export function Fee({ schedule }: { schedule: FeeSchedule }): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const { percentBasisPoints, fixedCents } = schedule;
  if (percentBasisPoints === 0 && fixedCents === 0) return say.free;
  if (fixedCents === 0) return percent(percentBasisPoints, language);
  if (percentBasisPoints === 0) return money(fixedCents, language);
  return say.both({
    percent: percent(percentBasisPoints, language),
    fixed: money(fixedCents, language),
  });
}
