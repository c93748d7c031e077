import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Page } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import { EmailField } from './email-field.tsx';
import style from './entry.module.css';
import { MailboxLink } from './mailbox-link.tsx';
import { Problem } from './problem.tsx';
import { Submit } from './submit.tsx';
import { words } from './words.ts';

export function ForgotPassword(): ReactNode {
  const say = useWords(words);
  const form = useForm({
    initialValues: { email: carried.email },
    validate: { email: (email) => (visibleText(email) === '' ? say.emailMissing : null) },
  });
  const ask = useOneAct((email: string) =>
    callAtEntry('requestPasswordReset', { body: { email } }),
  );
  const submit = form.onSubmit(
    ({ email }) =>
      ask.mutate(visibleText(email), {
        onSuccess: () => {
          carried.email = visibleText(email);
        },
        onError: (error) => {
          if (codeOf(error) !== 'invalid_email') return;
          form.setFieldError('email', error.message);
          focusFirstWrong();
        },
      }),
    focusFirstWrong,
  );
  if (ask.isSuccess) return <Sent email={ask.variables} onAgain={() => ask.reset()} />;
  return (
    <Page key="ask" title={say.forgot.title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{say.forgot.why}</Text>
          {codeOf(ask.error) !== 'invalid_email' && <Problem error={ask.error} />}
          <EmailField {...form.getInputProps('email')} />
          <Submit busy={ask.isPending} label={say.forgot.submit} busyLabel={say.forgot.busy} />
          <p className={style['foot']}>
            <Link to="/sign-in">{say.back}</Link>
          </p>
        </Stack>
      </form>
    </Page>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }): ReactNode {
  const say = useWords(words);
  return (
    <Page key="sent" title={say.forgot.sentTitle}>
      <Stack>
        <Text>
          <RichText>{say.forgot.sent({ email })}</RichText>
        </Text>
        <MailboxLink />
        <Button variant="default" size="md" onClick={onAgain}>
          {say.forgot.again}
        </Button>
        <p className={style['foot']}>
          <Link to="/sign-in">{say.toSignIn}</Link>
        </p>
      </Stack>
    </Page>
  );
}
