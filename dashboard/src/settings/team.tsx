import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import { ROLES } from '../members/role.ts';
import { words as memberWords } from '../members/words.ts';
import { Icon } from '../ui/icons.tsx';
import { useChangedRow } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { useEver } from '../ui/use-ever.ts';
import { useWords } from '../words/use-words.ts';
import { Invitations } from './invitations.tsx';
import { Invite } from './invite.tsx';
import { Members, useMembers } from './members.tsx';
import { SettingsPage } from './settings-page.tsx';
import style from './settings.module.css';
import { useAccountList } from './use-account.ts';
import { words } from './words.ts';

export function Team(): ReactNode {
  const say = useWords(words).team;
  const mayManage = useMay()('team:manage');
  const [isInviting, setInviting] = useState(false);
  const [changed, markChanged] = useChangedRow();
  const members = useMembers();
  const invitations = useAccountList('listInvitations', { query: { limit: 100 } });
  // Content below lists that are still loading would be pushed down by them.
  const areRead = useEver([members, invitations].every(({ rows, error }) => rows ?? error));
  return (
    <SettingsPage
      section="team"
      actions={
        mayManage && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
            {say.invite}
          </Button>
        )
      }
    >
      <Members />
      {areRead && (
        <>
          <Invitations changed={changed} />
          <RolesExplained />
        </>
      )}
      {isInviting && <Invite onClose={() => setInviting(false)} onInvited={markChanged} />}
    </SettingsPage>
  );
}

function RolesExplained(): ReactNode {
  const say = useWords(words).team;
  const { names, may } = useWords(memberWords);
  return (
    <Section title={say.rolesTitle}>
      <dl className={style['roles']}>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{names[role]}</dt>
            <dd>{may[role]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
