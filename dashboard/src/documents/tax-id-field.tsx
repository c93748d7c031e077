import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Accepts letters too, since companies may have them; nothing is stripped from pasted text. */
export function TaxIdField(props: TextInputProps): ReactNode {
  return (
    <TextInput
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      aria-required
      {...props}
    />
  );
}
