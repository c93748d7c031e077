import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { Wallet } from '../api/operations.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Tag } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { AddWallet } from './add-wallet.tsx';
import { RemoveWallet } from './remove-wallet.tsx';
import { words } from './words.ts';

export function Wallets(): ReactNode {
  const say = useWords(words);
  const mayChange = useMay()('wallets:write');
  const list = useTenantList('listWallets');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Wallet>();
  const [changed, markChanged] = useChangedRow();
  const columns = useColumns(mayChange ? setRemoving : undefined);
  const add = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {say.add}
    </Button>
  );

  return (
    <Page title={say.title} actions={list.rows?.length ? add : undefined}>
      <List
        label={say.title}
        list={list}
        columns={columns}
        rowId={(wallet) => wallet.id}
        changed={changed}
        failed={say.failed}
        expected={3}
        empty={
          <Empty icon="wallet" action={add}>
            {say.empty}
          </Empty>
        }
      />
      <AddWallet
        opened={isAdding}
        onClose={() => setAdding(false)}
        onAdded={(wallet) => markChanged(wallet.id)}
      />
      <RemoveWallet
        wallet={removing}
        isLast={list.rows?.length === 1}
        onClose={() => setRemoving(undefined)}
      />
    </Page>
  );
}

function useColumns(remove: ((wallet: Wallet) => void) | undefined): Column<Wallet>[] {
  const say = useWords(words);
  const nameOf = (wallet: Wallet) => wallet.label || say.unlabelled;
  const columns: Column<Wallet>[] = [
    {
      name: 'label',
      title: say.label,
      cell: (wallet) => (
        <>
          {nameOf(wallet)}{' '}
          {wallet.isDefault && (
            <Tag tone="ok" icon="check">
              {say.default}
            </Tag>
          )}
        </>
      ),
    },
    {
      name: 'address',
      title: say.address,
      cell: ({ liquidAddress }) => (
        <>
          <span className="ui-mono">{shortened(liquidAddress)}</span>
          <CopyButton value={liquidAddress} label={say.address} compact />
        </>
      ),
    },
    { name: 'created', title: say.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ];
  if (remove === undefined) return columns;
  const actions: Column<Wallet> = {
    name: 'actions',
    title: say.actions,
    end: true,
    cell: (wallet) => (
      <Button
        variant="subtle"
        color="red"
        size="compact-md"
        aria-label={say.removeNamed({ name: nameOf(wallet) })}
        onClick={() => remove(wallet)}
      >
        {say.remove}
      </Button>
    ),
  };
  return [...columns, actions];
}
