import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useMay, useMembership } from '../api/me.ts';
import type { Member } from '../api/operations.ts';
import { isOnlyOwner, type Role, rolesBelow } from '../members/role.ts';
import { words as memberWords } from '../members/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Ago } from '../ui/date-time.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeRole } from './change-role.tsx';
import { RemoveMember } from './remove-member.tsx';
import style from './settings.module.css';
import { useAccountList } from './use-account.ts';
import { words } from './words.ts';

type Opened = { readonly act: 'change' | 'remove'; readonly member: Member };

/** The account's members, a page of them. */
export function useMembers() {
  return useAccountList('listMembers', { query: { limit: 100 }, isPaged: true });
}

export function Members(): ReactNode {
  const say = useWords(words).team;
  const list = useMembers();
  const { cursor } = useSearch({ strict: false });
  const [opened, setOpened] = useState<Opened>();
  const [changed, markChanged] = useChangedRow();
  const { rows = [], nextCursor } = list;
  // Further owners may be on another page.
  const areAll = cursor === undefined && nextCursor === null;
  const columns = useColumns(setOpened, (member) => areAll && isOnlyOwner(member, rows));
  const close = () => setOpened(undefined);
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
      {opened?.act === 'change' && (
        <ChangeRole
          member={opened.member}
          onClose={close}
          onChanged={() => markChanged(opened.member.id)}
        />
      )}
      {opened?.act === 'remove' && <RemoveMember member={opened.member} onClose={close} />}
    </Section>
  );
}

function useColumns(
  open: (opened: Opened) => void,
  isHeld: (member: Member) => boolean,
): Column<Member>[] {
  const say = useWords(words).team;
  const { names } = useWords(memberWords);
  return [
    {
      name: 'person',
      title: say.person,
      cell: (member) => (
        <span className={style['person']}>
          <span className="ui-typed">{member.name ?? member.email}</span>
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
      cell: ({ createdAt }) => <Ago at={createdAt} clock="world" />,
    },
    {
      name: 'seen',
      title: say.seen,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? say.never : <Ago at={lastSeenAt} clock="world" />,
    },
    {
      name: 'actions',
      title: say.actions,
      end: true,
      cell: (member) => <Acts member={member} isHeld={isHeld(member)} open={open} />,
    },
  ];
}

interface ActsProps {
  member: Member;
  /** Whether the account would be left without an owner. */
  isHeld: boolean;
  open: (opened: Opened) => void;
}

function Acts({ member, isHeld, open }: ActsProps): ReactNode {
  const reasonId = useId();
  const say = useWords(words).team;
  const mayManage = useMay()('team:manage');
  const mine: Role = useMembership()?.role ?? 'viewer';
  const mayTouch = mayManage && rolesBelow(mine).includes(member.role);
  const name = member.name ?? member.email;
  if (!mayTouch && !member.isMe) return null;
  const held = isHeld && { disabled: true, 'aria-describedby': reasonId };
  return (
    <span className={style['acts']}>
      {mayTouch && (
        <ActButton
          variant="subtle"
          size="compact-md"
          {...held}
          aria-label={say.changeNamed({ name })}
          onClick={() => open({ act: 'change', member })}
        >
          {say.change}
        </ActButton>
      )}
      <ActButton
        variant="subtle"
        color="red"
        size="compact-md"
        {...held}
        {...(!member.isMe && { 'aria-label': say.removeNamed({ name }) })}
        onClick={() => open({ act: 'remove', member })}
      >
        {member.isMe ? say.leave : say.remove}
      </ActButton>
      {isHeld && <small id={reasonId}>{say.lastOwner}</small>}
    </span>
  );
}
