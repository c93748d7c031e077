import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { amountProblem, readAmount, writeAmount } from './amount.ts';
import { words } from './words.ts';

interface AmountFilterProps {
  which: 'atLeast' | 'atMost';
  /** In cents, as in the address. */
  value: string | undefined;
  onChange: (cents: string | undefined) => void;
}

/** Applied with Enter or when the field is left. */
export function AmountFilter({ which, value, onChange }: AmountFilterProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const written = value === undefined ? '' : writeAmount(Number(value), language);
  const [{ typed, from }, set] = useState({ typed: written, from: written });
  const setTyped = (next: string) => set({ typed: next, from: written });
  // The address has changed in the meantime.
  if (from !== written) setTyped(written);
  const cents = readAmount(typed, language);
  const isUnreadable = typed.trim() !== '' && cents === undefined;
  const problem = isUnreadable ? amountProblem(typed, language) : undefined;
  const apply = () => {
    if (!isUnreadable && typed !== written) onChange(cents === undefined ? undefined : `${cents}`);
  };
  return (
    <TextInput
      size="sm"
      label={say[which]}
      inputMode="decimal"
      w="8rem"
      value={typed}
      error={problem !== undefined && say.problem[problem]}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
    />
  );
}
