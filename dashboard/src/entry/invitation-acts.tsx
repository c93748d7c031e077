import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeOf, isSignedOut } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { meQuery } from '../api/me.ts';
import { isWorthRetrying } from '../api/query.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { ActButton } from '../ui/act-button.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { carried } from './carried.ts';
import { Problem } from './problem.tsx';
import { words } from './words.ts';

interface InvitationActsProps {
  /** Whom the invitation is for. */
  email: string;
  token: string;
}

/** What the person who is signed in, or nobody, can do with the invitation. */
export function InvitationActs(props: InvitationActsProps): ReactNode {
  const {
    data: me,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['getMe at entry'],
    queryFn: ({ signal }) => callAtEntry('getMe', { signal }),
    retry: isWorthRetrying,
    gcTime: 0,
  });
  if (isPending) return <Skeleton height="2.75rem" />;
  if (isSignedOut(error)) return <ForNobody {...props} />;
  if (me === undefined) return <Problem error={error} retry={() => void refetch()} />;
  if (me.user.email.toLowerCase() === props.email.toLowerCase()) return <Accept {...props} />;
  return <ForAnother {...props} mine={me.user.email} />;
}

function Accept({ token }: InvitationActsProps): ReactNode {
  const say = useWords(words).invitation;
  const client = useQueryClient();
  const navigate = useNavigate();
  const accept = useOneAct(async () => {
    const { accountId } = await callAtEntry('acceptInvitation', { body: { token } });
    carried.invitation = undefined;
    client.clear();
    toast.success(say.accepted);
    const params = { accountId, mode: 'test' };
    await navigate({ to: '/$accountId/$mode/home', params, replace: true });
  });
  if (codeOf(accept.error) === 'already_member') {
    return (
      <>
        <Text role="status">{say.member}</Text>
        <Button size="md" renderRoot={(props) => <Link to="/" {...props} />}>
          {say.toDashboard}
        </Button>
      </>
    );
  }
  return (
    <>
      <Problem error={accept.error} />
      <ActButton size="md" busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
        {say.accept}
      </ActButton>
    </>
  );
}

function ForNobody({ email, token }: InvitationActsProps): ReactNode {
  const say = useWords(words).invitation;
  const carry = () => {
    carried.email = email;
    carried.invitation = token;
  };
  return (
    <Stack gap="sm">
      <Button size="md" onClick={carry} renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        {say.signIn}
      </Button>
      <Button
        size="md"
        variant="default"
        onClick={carry}
        renderRoot={(props) => <Link to="/sign-up" {...props} />}
      >
        {say.create}
      </Button>
    </Stack>
  );
}

function ForAnother({ email, mine }: InvitationActsProps & { mine: string }): ReactNode {
  const say = useWords(words).invitation;
  const client = useQueryClient();
  const leave = useOneAct(async () => {
    await callAtEntry('signOut');
    client.removeQueries({ queryKey: meQuery.queryKey });
    await client.resetQueries({ queryKey: ['getMe at entry'] });
  });
  return (
    <>
      <Text>
        <RichText>{say.otherMail({ mine, theirs: email })}</RichText>
      </Text>
      <Problem error={leave.error} />
      <ActButton
        size="md"
        variant="default"
        busy={leave.isPending}
        onClick={() => leave.mutate(undefined)}
      >
        {say.leave}
      </ActButton>
    </>
  );
}
