import { NativeSelect } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** The account's name; a drop-down if there are several. */
export function AccountSwitcher(): ReactNode {
  const say = useWords(words);
  const navigate = useNavigate();
  const { memberships } = useMe();
  const { accountId, mode = 'test' } = useParams({ strict: false });
  const names = memberships.map(({ accountName }) => accountName ?? say.unnamed);
  const options = memberships.map(({ accountId: value }, at) => ({
    value,
    label: nameApart(names, at, value),
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

/** Accounts with the same name also show the end of their id. */
function nameApart(names: readonly string[], at: number, accountId: string): string {
  const name = names[at] ?? '';
  const isAlone = names.filter((other) => other === name).length === 1;
  return isAlone ? name : `${name} (…${accountId.slice(-4)})`;
}
