import { NativeSelect } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** The account's name; a choice as soon as there is one. */
export function AccountSwitcher(): ReactNode {
  const say = useWords(words);
  const navigate = useNavigate();
  const { memberships } = useMe();
  const { accountId, mode = 'test' } = useParams({ strict: false });
  const options = memberships.map((membership) => ({
    value: membership.accountId,
    label: membership.accountName ?? say.unnamed,
  }));
  if (accountId === undefined) return null;
  if (options.length < 2) return <span className="shell-account">{options[0]?.label}</span>;
  return (
    <NativeSelect
      className="shell-account"
      size="xs"
      aria-label={say.account}
      value={accountId}
      data={options}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '/$accountId/$mode/home', params: { accountId: value, mode } })
      }
    />
  );
}
