import { Button, Skeleton, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { Wallet, WalletBalance } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { OnChain } from '../chain/on-chain-balance.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Tag } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { AddWallet } from './add-wallet.tsx';
import { LastUse } from './last-use.tsx';
import { RemoveWallet } from './remove-wallet.tsx';
import style from './wallets.module.css';
import { isOnlyOne, lacksDefault } from './watching.ts';
import { words } from './words.ts';

export function Wallets(): ReactNode {
  const say = useWords(words);
  const mayChange = useMay()('wallets:write');
  const { cursor } = useSearch({ strict: false });
  const list = useTenantList('listWallets');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Wallet>();
  const [changed, markChanged] = useChangedRow();
  const balances = useTenantQuery('getBalance', { enabled: list.rows?.length !== 0 });
  const columns = useColumns({
    remove: mayChange ? setRemoving : undefined,
    balances: balances.data?.balances,
    isUnknown: balances.error !== null,
  });
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
      {list.rows !== undefined && list.rows.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {say.note}
        </Text>
      )}
      {isAdding && (
        <AddWallet
          makeDefault={lacksDefault(list, cursor)}
          onClose={() => setAdding(false)}
          onAdded={(wallet) => markChanged(wallet.id)}
        />
      )}
      {removing !== undefined && (
        <RemoveWallet
          wallet={removing}
          isLast={isOnlyOne(list, cursor)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Page>
  );
}

interface ColumnOptions {
  remove: ((wallet: Wallet) => void) | undefined;
  balances: readonly WalletBalance[] | undefined;
  isUnknown: boolean;
}

function useColumns({ remove, balances, isUnknown }: ColumnOptions): Column<Wallet>[] {
  const say = useWords(words);
  const nameOf = (wallet: Wallet) => wallet.label || say.unlabelled;
  const figure = (id: string, show: (balance: WalletBalance) => ReactNode): ReactNode => {
    const balance = balances?.find(({ walletId }) => walletId === id);
    if (balance !== undefined) return show(balance);
    return balances === undefined && !isUnknown ? <Skeleton height="1.25rem" /> : '–';
  };
  const columns: Column<Wallet>[] = [
    {
      name: 'label',
      title: say.label,
      cell: (wallet) => (
        <>
          <span className="ui-typed">{nameOf(wallet)}</span>{' '}
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
      cell: ({ label, liquidAddress, observability }) => (
        <>
          <Copyable
            value={liquidAddress}
            shown={shortened(liquidAddress)}
            label={say.addressOf({ name: label || shortened(liquidAddress) })}
          />
          <span className={style['aside']}>{say.seen[observability]}</span>
        </>
      ),
    },
    {
      name: 'received',
      title: say.received,
      end: true,
      cell: ({ id }) => figure(id, ({ receivedCents }) => <Money cents={receivedCents} />),
    },
    {
      name: 'onChain',
      title: say.onChain,
      end: true,
      cell: ({ id }) => figure(id, ({ onChain }) => <OnChain onChain={onChain} />),
    },
    { name: 'lastUse', title: say.lastUse, cell: ({ id }) => <LastUse walletId={id} /> },
    {
      name: 'created',
      title: say.created,
      wideOnly: true,
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
  ];
  return remove === undefined ? columns : [...columns, actionsOf(remove, say, nameOf)];
}

function actionsOf(
  remove: (wallet: Wallet) => void,
  say: { actions: string; remove: string; removeNamed: (wallet: { name: string }) => string },
  nameOf: (wallet: Wallet) => string,
): Column<Wallet> {
  return {
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
}
