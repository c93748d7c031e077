import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Page } from '../ui/page.tsx';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import style from './entry.module.css';
import { Problem } from './problem.tsx';
import { Submit } from './submit.tsx';
import { words } from './words.ts';

interface ConfirmByPasswordProps {
  token: string;
  email: string;
  onDone: () => void;
  onExpired: () => void;
}

/** In a browser that did not sign up: only whoever chose the password can confirm. */
export function ConfirmByPassword(props: ConfirmByPasswordProps): ReactNode {
  const { token, email, onDone, onExpired } = props;
  const say = useWords(words);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? say.passwordMissing : null) },
  });
  const confirm = useOneAct((password: string) =>
    callAtEntry('confirmEmail', { body: { token, password } }),
  );
  const submit = form.onSubmit(
    ({ password }) =>
      confirm.mutate(password, {
        onSuccess: onDone,
        onError: (error) => {
          if (codeOf(error) === 'link_expired') return onExpired();
          if (codeOf(error) !== 'invalid_credentials') return;
          form.setFieldError('password', say.confirm.wrongPassword);
          focusFirstWrong();
        },
      }),
    focusFirstWrong,
  );
  return (
    <Page title={say.confirm.title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{say.confirm.otherBrowser}</Text>
          {codeOf(confirm.error) !== 'invalid_credentials' && <Problem error={confirm.error} />}
          <TextInput
            type="email"
            name="email"
            label={say.email}
            autoComplete="username"
            readOnly
            value={email}
          />
          <PasswordField name="password" {...form.getInputProps('password')} />
          <Submit
            busy={confirm.isPending}
            label={say.confirm.submit}
            busyLabel={say.confirm.submitting}
          />
          <Text>{say.confirm.notYou}</Text>
          <p className={style['foot']}>
            {say.confirm.forgot}{' '}
            <Link
              to="/sign-up"
              onClick={() => {
                carried.email = email;
              }}
            >
              {say.confirm.signUpAgain}
            </Link>
          </p>
        </Stack>
      </form>
    </Page>
  );
}
