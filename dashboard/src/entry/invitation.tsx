import { Button, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import type { InvitationShown } from '../api/operations.ts';
import { isWorthRetrying } from '../api/query.ts';
import { words as memberWords } from '../members/words.ts';
import { Page } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import style from './entry.module.css';
import { InvitationActs } from './invitation-acts.tsx';
import { Problem } from './problem.tsx';
import { useLinkToken } from './use-link-token.ts';
import { words } from './words.ts';

/** Opened by the link in a mail, by somebody who may have no account here yet. */
export function Invitation(): ReactNode {
  const linked = useLinkToken();
  return <InvitationBy key={linked} linked={linked} />;
}

function InvitationBy({ linked }: { linked: string | undefined }): ReactNode {
  const say = useWords(words).invitation;
  const [token] = useState(linked ?? carried.invitation);
  const { data, error, refetch } = useQuery({
    queryKey: ['readInvitation', token],
    queryFn: () => callAtEntry('readInvitation', { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    retry: isWorthRetrying,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });

  if (token === undefined || codeOf(error) === 'link_expired') {
    return <Expired />;
  }
  return (
    <Page title={say.title}>
      {data !== undefined && <Shown invitation={data} token={token} />}
      {data === undefined && error !== null && (
        <Problem error={error} retry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Text role="status">
          <Loader size="xs" aria-hidden="true" /> {say.reading}
        </Text>
      )}
    </Page>
  );
}

function Expired(): ReactNode {
  const say = useWords(words).invitation;
  const forget = () => {
    carried.invitation = undefined;
  };
  return (
    <Page key="expired" title={say.expired}>
      <Stack>
        <Text>{say.expiredText}</Text>
        <Button size="md" onClick={forget} renderRoot={(props) => <Link to="/" {...props} />}>
          {say.toDashboard}
        </Button>
      </Stack>
    </Page>
  );
}

function Shown({ invitation, token }: { invitation: InvitationShown; token: string }): ReactNode {
  const say = useWords(words).invitation;
  const { names, may } = useWords(memberWords);
  const { accountName, role, email, invitedBy } = invitation;
  const account = accountName ?? say.unnamed;
  return (
    <Stack>
      <Text>
        <RichText>
          {invitedBy === null
            ? say.text({ account, role: names[role] })
            : say.textBy({ by: invitedBy, account, role: names[role] })}
        </RichText>
      </Text>
      <p className={style['role']}>{may[role]}</p>
      <Text c="dimmed">{say.forMail({ email })}</Text>
      <InvitationActs email={email} token={token} />
    </Stack>
  );
}
