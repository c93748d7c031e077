import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** A password that can be made visible, with the keyboard too. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  const say = useWords(words);
  return (
    <PasswordInput
      label={say.label}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      required
      {...props}
      aria-invalid={Boolean(props.error)}
      // Mantine adds whether it is pressed, so the name stays the same.
      visibilityToggleButtonProps={{ 'aria-label': say.show, tabIndex: 0, size: 36 }}
    />
  );
}
