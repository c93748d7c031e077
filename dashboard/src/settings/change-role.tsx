import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import type { Member } from '../api/operations.ts';
import type { Role } from '../members/role.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { RoleField } from './role-field.tsx';
import { TeamFailure } from './team-failure.tsx';
import { useAccountAct } from './use-account.ts';
import { words } from './words.ts';

interface ChangeRoleProps {
  member: Member;
  onClose: () => void;
  onChanged: () => void;
}

export function ChangeRole(props: ChangeRoleProps): ReactNode {
  const say = useWords(words).team;
  return (
    <Dialog title={say.changeTitle} onClose={props.onClose}>
      <RoleForm {...props} />
    </Dialog>
  );
}

function RoleForm({ member, onClose, onChanged }: ChangeRoleProps): ReactNode {
  const say = useWords(words).team;
  const [role, setRole] = useState<Role>(member.role);
  const change = useAccountAct(
    (accountId, chosen: Role) =>
      call('changeMember', { path: { accountId, id: member.id }, body: { role: chosen } }),
    ['listMembers'],
  );
  const save = () =>
    change.mutate(role, {
      onSuccess: () => {
        toast.success(say.changed);
        onChanged();
        onClose();
      },
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (role === member.role) onClose();
        else if (!change.isPending) save();
      }}
    >
      <Stack>
        <Text>
          <RichText>{say.changeText({ name: member.name ?? member.email })}</RichText>
        </Text>
        <RoleField value={role} onChange={setRole} />
        {change.error !== null && <TeamFailure error={change.error} />}
        <ActButton type="submit" size="md" busy={change.isPending}>
          {say.save}
        </ActButton>
      </Stack>
    </form>
  );
}
