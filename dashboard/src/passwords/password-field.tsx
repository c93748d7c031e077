import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLimit } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

const MOST = 200;

/** A password that can be made visible, with the keyboard too. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  const say = useWords(words);
  const limit = useLimit(MOST, props);
  return (
    <PasswordInput
      label={say.label}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      {...props}
      {...limit}
      aria-invalid={Boolean(limit.error)}
      // Mantine adds whether it is pressed, so the name stays the same.
      visibilityToggleButtonProps={{ 'aria-label': say.show, tabIndex: 0, size: 36 }}
    />
  );
}
