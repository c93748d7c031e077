import { Alert, Stack } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';
import { visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import { EmailField } from './email-field.tsx';
import style from './entry.module.css';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { Problem } from './problem.tsx';
import { Submit } from './submit.tsx';
import { useEntryNext } from './use-entry-next.ts';
import { words } from './words.ts';

interface PasswordStepProps {
  /** Why it is asked for again. */
  why: string | undefined;
  onCode: () => void;
  onDone: () => void;
}

interface Credentials {
  email: string;
  password: string;
}

export function PasswordStep({ why, onCode, onDone }: PasswordStepProps): ReactNode {
  const say = useWords(words);
  const navigate = useNavigate();
  const next = useEntryNext();
  const form = useForm<Credentials>({
    initialValues: { email: carried.email, password: '' },
    validate: {
      email: (email) => (visibleText(email) === '' ? say.emailMissing : null),
      password: (password) => (password === '' ? say.passwordMissing : null),
    },
  });
  const signIn = useOneAct((body: Credentials) => callAtEntry('signIn', { body }));
  const submit = form.onSubmit(
    ({ email, password }) =>
      signIn.mutate(
        { email: visibleText(email), password },
        {
          onSuccess: (answer) => {
            carried.email = visibleText(email);
            if (answer.next === 'done') onDone();
            else if (answer.next === 'second_factor') onCode();
            else void navigate({ to: '/check-mail' });
          },
        },
      ),
    focusFirstWrong,
  );
  const keepEmail = () => {
    carried.email = visibleText(form.values.email);
  };
  return (
    <Page title={say.signIn.title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {why !== undefined && signIn.error === null && (
            <Alert role="status" color="gray" variant="outline" icon={<Icon name="clock" />}>
              {why}
            </Alert>
          )}
          <Problem error={signIn.error} />
          <Fields form={form} isWrong={codeOf(signIn.error) === 'invalid_credentials'} />
          <Submit busy={signIn.isPending} label={say.signIn.submit} busyLabel={say.signIn.busy} />
          <Link to="/forgot-password" onClick={keepEmail}>
            {say.signIn.forgot}
          </Link>
          <PasskeySignIn onDone={onDone} />
          <p className={style['foot']}>
            {say.signIn.noAccount}{' '}
            <Link to="/sign-up" search={next === undefined ? {} : { next }} onClick={keepEmail}>
              {say.signIn.create}
            </Link>
          </p>
        </Stack>
      </form>
    </Page>
  );
}

interface FieldsProps {
  form: UseFormReturnType<Credentials>;
  /** Does not reveal which of the two was wrong. */
  isWrong: boolean;
}

function Fields({ form, isWrong }: FieldsProps): ReactNode {
  return (
    <>
      <EmailField
        autoComplete="username webauthn"
        {...form.getInputProps('email')}
        error={form.errors['email'] ?? isWrong}
      />
      <PasswordField
        name="password"
        {...form.getInputProps('password')}
        error={form.errors['password'] ?? isWrong}
      />
    </>
  );
}
