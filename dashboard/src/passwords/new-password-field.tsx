import type { PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { PasswordField } from './password-field.tsx';
import style from './passwords.module.css';
import { MIN_LENGTH, type Strength, strengthOf } from './strength.ts';
import { words } from './words.ts';

interface NewPasswordFieldProps extends PasswordInputProps {
  value?: string;
  /** Whose it will be, as far as that is known. */
  email?: string | undefined;
}

const LEVELS: Record<Strength, number> = { short: 1, common: 1, fair: 2, strong: 3 };

/** A password being chosen, with a word about its strength. */
export function NewPasswordField({
  value = '',
  email,
  ...props
}: NewPasswordFieldProps): ReactNode {
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={MIN_LENGTH}
      // What is wrong replaces what could be better.
      description={props.error ? undefined : <Meter password={value} email={email} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
      value={value}
    />
  );
}

function Meter({ password, email }: { password: string; email: string | undefined }): ReactNode {
  const say = useWords(words).strength;
  const strength = password === '' ? undefined : strengthOf(password, email);
  const level = strength === undefined ? 0 : LEVELS[strength];
  return (
    <>
      <span className={style['meter']} data-level={level} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span aria-live="polite">{say[strength ?? 'none']}</span>
    </>
  );
}
