import { Button, Loader, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import { ResendMail } from './check-mail.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';
import { Problem } from './problem.tsx';
import { useGoOn } from './use-go-on.ts';
import { useLinkTokens } from './use-link-token.ts';
import { words } from './words.ts';

/** Opened by the link in a mail, whose token it submits by itself. */
export function ConfirmMail(): ReactNode {
  const [token, invitation] = useLinkTokens();
  return <ConfirmBy key={token} token={token} invitation={invitation} />;
}

interface ConfirmByProps {
  token: string | undefined;
  invitation: string | undefined;
}

function ConfirmBy({ token, invitation }: ConfirmByProps): ReactNode {
  const say = useWords(words).confirm;
  const goOn = useGoOn();
  const [hasExpired, setExpired] = useState(false);
  const welcome = () => {
    toast.success(say.welcome);
    return goOn();
  };
  const confirm = useOneAct(async (given: string) => {
    const confirmed = await callAtEntry('confirmEmail', { body: { token: given } });
    carried.email = confirmed.email;
    if (confirmed.signedIn) await welcome();
    return confirmed;
  });
  const begin = useEffectEvent(() => {
    // Also if somebody has to sign in first, since the link has been used.
    if (invitation !== undefined) carried.invitation = invitation;
    if (token !== undefined) confirm.mutate(token);
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    begin();
  }, []);

  if (token === undefined || hasExpired || codeOf(confirm.error) === 'link_expired') {
    return <Expired />;
  }
  if (confirm.data?.needsPassword === true) {
    return (
      <ConfirmByPassword
        token={token}
        email={confirm.data.email}
        onDone={() => void welcome()}
        onExpired={() => setExpired(true)}
      />
    );
  }
  return (
    <Page title={say.title}>
      {confirm.error === null ? (
        <Text role="status">
          <Loader size="xs" aria-hidden="true" /> {say.busy}
        </Text>
      ) : (
        <Problem error={confirm.error} retry={() => confirm.mutate(token)} />
      )}
    </Page>
  );
}

function Expired(): ReactNode {
  const say = useWords(words);
  return (
    <Page title={say.confirm.expired}>
      <Stack>
        <Text>{say.confirm.expiredText}</Text>
        <Button size="md" renderRoot={(props) => <Link to="/" {...props} />}>
          {say.toSignIn}
        </Button>
        <Text>{say.confirm.another}:</Text>
        <ResendMail />
      </Stack>
    </Page>
  );
}
