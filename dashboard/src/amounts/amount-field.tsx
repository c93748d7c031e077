import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** Reais, as people type them: `readAmount` converts them to cents. */
export function AmountField(props: TextInputProps): ReactNode {
  const say = useWords(words);
  return (
    <TextInput
      label={say.amount}
      description={say.range}
      leftSection={<span aria-hidden="true">{'R$'}</span>}
      inputMode="decimal"
      autoComplete="off"
      aria-required
      {...props}
    />
  );
}
