import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useMay } from '../api/me.ts';
import type { Invitation } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { words as memberWords } from '../members/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { useAccountAct, useAccountList } from './use-account.ts';
import { words } from './words.ts';

/** People who were invited and have not joined yet. */
export function Invitations({ changed }: { changed: string | undefined }): ReactNode {
  const say = useWords(words).team;
  const list = useAccountList('listInvitations', { query: { limit: 100 } });
  const columns = useColumns();
  return (
    <Section title={say.invitationsTitle}>
      <List
        label={say.invitationsTitle}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        changed={changed}
        failed={say.invitationsFailed}
        expected={1}
        isPaged={false}
        empty={<Text c="dimmed">{say.noInvitations}</Text>}
      />
    </Section>
  );
}

function useColumns(): Column<Invitation>[] {
  const say = useWords(words).team;
  const { names } = useWords(memberWords);
  const mayManage = useMay()('team:manage');
  const columns: Column<Invitation>[] = [
    {
      name: 'email',
      title: say.person,
      cell: ({ email }) => <span className="ui-mail">{email}</span>,
    },
    { name: 'role', title: say.role, cell: ({ role }) => names[role] },
    {
      name: 'by',
      title: say.invitedBy,
      wideOnly: true,
      cell: ({ invitedBy }) => <span className="ui-mail">{invitedBy ?? say.nobody}</span>,
    },
    { name: 'expires', title: say.expires, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  ];
  if (!mayManage) return columns;
  const actions: Column<Invitation> = {
    name: 'actions',
    title: say.actions,
    end: true,
    cell: (invitation) => <RevokeInvitation invitation={invitation} />,
  };
  return [...columns, actions];
}

function RevokeInvitation({ invitation: { id, email } }: { invitation: Invitation }): ReactNode {
  const say = useWords(words).team;
  const failureText = useFailureText();
  const revoke = useAccountAct(
    async (accountId) => {
      await call('revokeInvitation', { path: { accountId, id } });
      // Not in `onSuccess`: by then the list was read again, and this row is gone.
      toast.success(say.revoked);
    },
    ['listInvitations'],
  );
  return (
    <ActButton
      variant="subtle"
      color="red"
      size="compact-md"
      aria-label={say.revokeNamed({ email })}
      busy={revoke.isPending}
      onClick={() =>
        revoke.mutate(undefined, { onError: (error) => toast.failure(failureText(error)) })
      }
    >
      {say.revoke}
    </ActButton>
  );
}

function Expiry({ at }: { at: string }): ReactNode {
  const say = useWords(words).team;
  if (Date.parse(at) > useNow('world')) return <DateTime at={at} />;
  return (
    <Tag tone="neutral" icon="clock">
      {say.expired}
    </Tag>
  );
}
