import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Letters too, since companies may have them; nothing is ever taken from what is pasted. */
export function TaxIdField(props: TextInputProps): ReactNode {
  return (
    <TextInput
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      required
      {...props}
    />
  );
}
