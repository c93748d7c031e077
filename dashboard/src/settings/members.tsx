import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay, useMembership } from '../api/me.ts';
import type { Member } from '../api/operations.ts';
import { type Role, rolesBelow } from '../members/role.ts';
import { words as memberWords } from '../members/words.ts';
import { DateTime } from '../ui/date-time.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeRole } from './change-role.tsx';
import { RemoveMember } from './remove-member.tsx';
import style from './settings.module.css';
import { useAccountList } from './use-account.ts';
import { words } from './words.ts';

type Asked = { readonly act: 'change' | 'remove'; readonly member: Member };

/** Who belongs to the account. */
export function Members(): ReactNode {
  const say = useWords(words).team;
  const list = useAccountList('listMembers', { query: { limit: 100 } });
  const [asked, setAsked] = useState<Asked>();
  const [changed, markChanged] = useChangedRow();
  const columns = useColumns(setAsked);
  const close = () => setAsked(undefined);
  return (
    <Section title={say.membersTitle}>
      <List
        label={say.membersTitle}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        changed={changed}
        failed={say.failed}
        expected={3}
        empty={<Text c="dimmed">{say.noMembers}</Text>}
      />
      {asked?.act === 'change' && (
        <ChangeRole
          member={asked.member}
          onClose={close}
          onChanged={() => markChanged(asked.member.id)}
        />
      )}
      {asked?.act === 'remove' && <RemoveMember member={asked.member} onClose={close} />}
    </Section>
  );
}

function useColumns(ask: (asked: Asked) => void): Column<Member>[] {
  const say = useWords(words).team;
  const { names } = useWords(memberWords);
  return [
    {
      name: 'person',
      title: say.person,
      cell: (member) => (
        <span className={style['person']}>
          {member.name ?? member.email}
          {member.isMe && (
            <Tag tone="info" icon="user">
              {say.me}
            </Tag>
          )}
          {member.name !== null && <small>{member.email}</small>}
        </span>
      ),
    },
    { name: 'role', title: say.role, cell: ({ role }) => names[role] },
    {
      name: 'since',
      title: say.since,
      wideOnly: true,
      cell: ({ createdAt }) => <DateTime at={createdAt} ago />,
    },
    {
      name: 'seen',
      title: say.seen,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? say.never : <DateTime at={lastSeenAt} ago />,
    },
    {
      name: 'actions',
      title: say.actions,
      end: true,
      cell: (member) => <Acts member={member} ask={ask} />,
    },
  ];
}

function Acts({ member, ask }: { member: Member; ask: (asked: Asked) => void }): ReactNode {
  const say = useWords(words).team;
  const mayManage = useMay()('team:manage');
  const mine: Role = useMembership()?.role ?? 'viewer';
  const mayTouch = mayManage && rolesBelow(mine).includes(member.role);
  const name = member.name ?? member.email;
  return (
    <span className={style['acts']}>
      {mayTouch && (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={say.changeNamed({ name })}
          onClick={() => ask({ act: 'change', member })}
        >
          {say.change}
        </Button>
      )}
      {(mayTouch || member.isMe) && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          {...(!member.isMe && { 'aria-label': say.removeNamed({ name }) })}
          onClick={() => ask({ act: 'remove', member })}
        >
          {member.isMe ? say.leave : say.remove}
        </Button>
      )}
    </span>
  );
}
