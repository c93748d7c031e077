import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

export function EmailField(props: TextInputProps): ReactNode {
  const say = useWords(words);
  return (
    <TextInput
      type="email"
      name="email"
      label={say.email}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      {...props}
    />
  );
}
