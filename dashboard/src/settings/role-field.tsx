import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMembership } from '../api/me.ts';
import { type Role, rolesBelow } from '../members/role.ts';
import { words as memberWords } from '../members/words.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
}

/** The roles that the user may grant, each with what it allows. */
export function RoleField({ value, onChange }: RoleFieldProps): ReactNode {
  const say = useWords(words).team;
  const { names, may } = useWords(memberWords);
  const roles = rolesBelow(useMembership()?.role ?? 'viewer');
  const choose = (chosen: string) => {
    const role = roles.find((known) => known === chosen);
    if (role !== undefined) onChange(role);
  };
  return (
    <Radio.Group label={say.role} value={value} onChange={choose}>
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={names[role]} description={may[role]} size="md" />
        ))}
      </Stack>
    </Radio.Group>
  );
}
