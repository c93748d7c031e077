import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Page } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { WaitLabel } from '../ui/wait-label.tsx';
import { visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { carried, carriedInvitation } from './carried.ts';
import { EmailField } from './email-field.tsx';
import style from './entry.module.css';
import { MailboxLink } from './mailbox-link.tsx';
import { Problem } from './problem.tsx';
import { useWait } from './use-wait.ts';
import { words } from './words.ts';

export function CheckMail(): ReactNode {
  const say = useWords(words).check;
  return (
    <Page title={say.title}>
      <Stack>
        <Text>
          {carried.email === '' ? (
            say.sentSomewhere
          ) : (
            <RichText>{say.sent({ email: carried.email })}</RichText>
          )}{' '}
          {say.sameBrowser}
        </Text>
        {carried.invitation !== undefined && <Text>{say.invited}</Text>}
        <Text>{say.notArrived}</Text>
        <ResendMail isJustSent={carried.email !== ''} />
        <p className={style['foot']}>
          <Link to="/sign-up">{say.change}</Link>
        </p>
        <MailboxLink />
      </Stack>
    </Page>
  );
}

/** Sends the link again, at most once a minute; asks for the address if it is not known. */
export function ResendMail({ isJustSent = false }: { isJustSent?: boolean }): ReactNode {
  const say = useWords(words);
  const [known] = useState(carried.email);
  const [email, setEmail] = useState(known);
  const wait = useId();
  const [seconds, begin] = useWait(isJustSent);
  const resend = useOneAct(async () => {
    await callAtEntry('resendConfirmation', {
      body: { email: visibleText(email), ...carriedInvitation() },
    });
    begin();
    carried.email = visibleText(email);
    toast.success(say.check.resent, { durationMs: 8_000 });
  });
  const canSend = seconds === 0 && visibleText(email) !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && !resend.isPending) resend.mutate(undefined);
      }}
      noValidate
    >
      <Stack>
        <Problem error={resend.error} />
        {known === '' && (
          <EmailField
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        <ActButton
          type="submit"
          variant="default"
          size="md"
          disabled={!canSend}
          aria-describedby={seconds > 0 ? wait : undefined}
        >
          <WaitLabel seconds={seconds}>{say.check.resend}</WaitLabel>
        </ActButton>
        <span id={wait} className="ui-unseen">
          {say.check.onceAMinute}
        </span>
      </Stack>
    </form>
  );
}
