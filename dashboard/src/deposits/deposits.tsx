import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import type { DepositRow } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { useFallbackMs } from '../live/use-live.ts';
import { useRowNews } from '../live/use-row-news.ts';
import { NoOrders } from '../orders/no-orders.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Status, Tag } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { DepositFilters } from './deposit-filters.tsx';
import style from './deposits.module.css';
import { NewCharge } from './new-charge.tsx';
import { queryOf } from './query.ts';
import { readDepositsSearch } from './search.ts';
import { words } from './words.ts';

export function Deposits(): ReactNode {
  const say = useWords(words);
  const tenant = useTenant();
  const mayCharge = useMay()('deposit:create');
  const [search, change, clear] = useFilters(readDepositsSearch);
  const query = queryOf(search, useNow());
  const everyMs = useFallbackMs();
  const list = useTenantList('listDeposits', { query, everyMs });
  const texts = { CONFIRMED: say.nowConfirmed };
  const [changed, markChanged] = useRowNews('deposit', list.rows, texts);
  const columns = useColumns();
  const add = mayCharge && (
    <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: '1' }, 'replace')}>
      {say.add}
    </Button>
  );
  return (
    <Page
      title={say.title}
      actions={
        <>
          <ExportButton operation="exportDeposits" query={query} />
          {add}
        </>
      }
    >
      <DepositFilters />
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/$accountId/$mode/deposits/$id',
          params: { ...tenant, id },
        })}
        changed={changed}
        failed={say.failed}
        expected={10}
        empty={<NoOrders of="deposit" say={say} isFiltered={clear !== undefined} add={add} />}
      />
      {mayCharge && search.new === '1' && (
        <NewCharge onClose={() => change({ new: undefined }, 'replace')} onMade={markChanged} />
      )}
      <Outlet />
    </Page>
  );
}

function useColumns(): Column<DepositRow>[] {
  const say = useWords(words);
  return [
    { name: 'created', title: say.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'payer',
      title: say.payer,
      identifies: true,
      cell: ({ payer }) => <span className="ui-figures">{payer}</span>,
    },
    {
      name: 'status',
      title: say.status,
      identifies: true,
      cell: ({ status, reason, isMismatch }) => (
        <>
          <Status of="deposit" status={status} />
          {isMismatch && (
            <span className={style['mark']}>
              <Tag tone="danger" icon="alert">
                {say.mismatch}
              </Tag>
            </span>
          )}
          {reason !== null && reason !== 'awaiting' && (
            <span className={style['reason']}>{say.reasons[reason]}</span>
          )}
        </>
      ),
    },
    {
      name: 'amount',
      title: say.amount,
      identifies: true,
      end: true,
      cell: ({ amountCents }) => <Money cents={amountCents} />,
    },
    {
      name: 'fee',
      title: say.fee,
      end: true,
      wideOnly: true,
      cell: ({ feeCents }) => <Money cents={feeCents} />,
    },
    {
      name: 'wallet',
      title: say.wallet,
      wideOnly: true,
      cell: ({ walletLabel }) => <span className="ui-typed">{walletLabel || say.unlabelled}</span>,
    },
    {
      name: 'origin',
      title: say.origin,
      wideOnly: true,
      cell: (deposit) => <Origin deposit={deposit} />,
    },
  ];
}

function Origin({ deposit: { origin, linkTitle } }: { deposit: DepositRow }): ReactNode {
  const say = useWords(words);
  return (
    <>
      {say.origins[origin]}
      {linkTitle !== null && (
        <span className={style['reason']}>
          <span className="ui-typed">{linkTitle}</span>
        </span>
      )}
    </>
  );
}
