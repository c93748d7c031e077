import { NativeSelect, Stack, Text } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiFailure, codeOf, hasCode } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { useDoubt } from '../emails/use-doubt.ts';
import { words as emailWords } from '../emails/words.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { MIN_LENGTH } from '../passwords/strength.ts';
import { words as passwordWords } from '../passwords/words.ts';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Page } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { words as uiWords } from '../ui/words.ts';
import { waitOf } from '../words/format.ts';
import { LANGUAGES, setLanguage, useLanguage } from '../words/language.ts';
import { ownWords, visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { carried, carriedInvitation } from './carried.ts';
import { EmailField } from './email-field.tsx';
import style from './entry.module.css';
import { Problem } from './problem.tsx';
import { Submit } from './submit.tsx';
import { useEntryNext } from './use-entry-next.ts';
import { words } from './words.ts';

interface SignUpForm {
  email: string;
  password: string;
  accountName: string;
}

export function SignUp(): ReactNode {
  const say = useWords(words);
  const { weak } = useWords(passwordWords);
  const { doubt } = useWords(emailWords);
  const isDoubted = useDoubt();
  const navigate = useNavigate();
  const next = useEntryNext();
  const language = useLanguage();
  const form = useForm<SignUpForm>({
    initialValues: { email: carried.email, password: '', accountName: '' },
    validate: {
      email: (email) => (visibleText(email) === '' ? say.emailMissing : null),
      password: (password) => ([...password].length < MIN_LENGTH ? weak : null),
    },
  });
  const signUp = useOneAct((values: SignUpForm) =>
    callAtEntry('signUp', { body: { ...orderOf(values), language } }),
  );
  const refuse = (field: keyof SignUpForm, text: string) => {
    form.setFieldError(field, text);
    focusFirstWrong();
  };
  const submit = form.onSubmit((values) => {
    if (isDoubted(values.email)) return refuse('email', doubt);
    signUp.mutate(values, {
      onSuccess: () => {
        carried.email = visibleText(values.email);
        void navigate({ to: '/check-mail' });
      },
      onError: (error) => {
        const field = FIELDS[codeOf(error) ?? ''];
        if (field !== undefined) refuse(field, error.message);
      },
    });
  }, focusFirstWrong);
  const isAboutField = FIELDS[codeOf(signUp.error) ?? ''] !== undefined;
  return (
    <Page title={say.signUp.title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{carried.invitation === undefined ? say.signUp.why : say.signUp.invited}</Text>
          {!isAboutField && <SignUpProblem error={signUp.error} />}
          <Fields form={form} />
          <Submit busy={signUp.isPending} label={say.signUp.submit} busyLabel={say.signUp.busy} />
          <p className={style['foot']}>
            {say.signUp.hasAccount}{' '}
            <Link to="/sign-in" search={next === undefined ? {} : { next }}>
              {say.toSignIn}
            </Link>
          </p>
        </Stack>
      </form>
    </Page>
  );
}

function orderOf({ email, password, accountName }: SignUpForm) {
  const name = ownWords(accountName);
  return {
    email: visibleText(email),
    password,
    ...(name !== '' && { accountName: name }),
    ...carriedInvitation(),
  };
}

/** Error codes that are about a single field. */
const FIELDS: Record<string, keyof SignUpForm | undefined> = {
  invalid_email: 'email',
  weak_password: 'password',
};

function Fields({ form }: { form: UseFormReturnType<SignUpForm> }): ReactNode {
  const say = useWords(words);
  const { optional } = useWords(uiWords);
  const language = useLanguage();
  return (
    <>
      <EmailField {...form.getInputProps('email')} />
      <NewPasswordField
        name="password"
        email={form.values.email}
        {...form.getInputProps('password')}
      />
      {carried.invitation === undefined && (
        <TextField
          name="organization"
          label={optional({ label: say.signUp.shop })}
          description={say.signUp.shopHint}
          autoComplete="organization"
          most={80}
          {...form.getInputProps('accountName')}
        />
      )}
      <NativeSelect
        label={say.signUp.language}
        value={language}
        data={LANGUAGES.map(({ value, label }) => ({ value, label }))}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'en' ? 'en' : 'pt')}
      />
    </>
  );
}

function SignUpProblem({ error }: { error: Error | null }): ReactNode {
  const say = useWords(words).signUp;
  if (hasCode(error, 'rate_limited')) {
    const text = say.tooMany({ wait: waitOf(error.retryAfterSeconds ?? 3_600) });
    return <Problem error={new ApiFailure('too_many_accounts', text, { status: 429 })} />;
  }
  return <Problem error={error} />;
}
