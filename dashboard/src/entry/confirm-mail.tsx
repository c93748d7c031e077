import { Button, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { callAtEntry } from '../api/call.ts';
import { Page } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import { ResendMail } from './check-mail.tsx';
import { codeOf, Problem } from './problem.tsx';
import { useGoOn } from './use-go-on.ts';
import { useLinkToken } from './use-link-token.ts';
import { words } from './words.ts';

/** Opened by the link of a mail, whose token it hands in by itself. */
export function ConfirmMail(): ReactNode {
  const say = useWords(words).confirm;
  const token = useLinkToken();
  const goOn = useGoOn();
  const confirm = useMutation({
    mutationFn: (given: string) => callAtEntry('confirmEmail', { body: { token: given } }),
    gcTime: 0,
    onSuccess: ({ signedIn, email }) => {
      carried.email = email;
      if (!signedIn) return;
      toast.success(say.welcome);
      return goOn();
    },
  });
  const begin = useEffectEvent(() => {
    if (token !== undefined) confirm.mutate(token);
  });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    begin();
  }, []);

  if (token === undefined || codeOf(confirm.error) === 'link_expired') return <Expired />;
  if (confirm.data?.signedIn === false) return <Confirmed email={confirm.data.email} />;
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

function Confirmed({ email }: { email: string }): ReactNode {
  const say = useWords(words);
  return (
    <Page title={say.confirm.done}>
      <Stack>
        <Text>
          <RichText>{say.confirm.doneText({ email })}</RichText>
        </Text>
        <Button size="md" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
          {say.toSignIn}
        </Button>
      </Stack>
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
