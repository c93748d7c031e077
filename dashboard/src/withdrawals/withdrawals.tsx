import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AmountFilter } from '../amounts/amount-filter.tsx';
import type { QueryOf } from '../api/call.ts';
import { useMay } from '../api/me.ts';
import type { WithdrawalRow } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { useFallbackMs } from '../live/use-live.ts';
import { useRowNews } from '../live/use-row-news.ts';
import { NoOrders } from '../orders/no-orders.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { ChoiceFilter, Filters, PeriodFilter, TextFilter, useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Depix, Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { readPeriod, usualPeriod } from '../ui/period.ts';
import { Status } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { readWithdrawalsSearch, STATUSES, type WithdrawalsSearch } from './search.ts';
import style from './withdrawals.module.css';
import { words } from './words.ts';

export function Withdrawals(): ReactNode {
  const say = useWords(words);
  const tenant = useTenant();
  const [search, , clear] = useFilters(readWithdrawalsSearch);
  const query = queryOf(search, useNow());
  const everyMs = useFallbackMs();
  const list = useTenantList('listWithdrawals', { query, everyMs });
  const [changed] = useRowNews('withdrawal', list.rows, say.announced);
  return (
    <Page
      title={say.title}
      actions={
        <>
          <ExportButton operation="exportWithdrawals" query={query} />
          <NewButton />
        </>
      }
    >
      <WithdrawalFilters />
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/$accountId/$mode/withdrawals/$id',
          params: { ...tenant, id },
        })}
        changed={changed}
        failed={say.failed}
        expected={10}
        empty={
          <NoOrders
            of="withdrawal"
            say={say}
            isFiltered={clear !== undefined}
            add={<NewButton />}
          />
        }
      />
      <Outlet />
    </Page>
  );
}

function queryOf(
  search: WithdrawalsSearch,
  now: number,
): Omit<QueryOf<'listWithdrawals'>, 'cursor' | 'limit'> {
  const { status, periodo, min, max, q } = search;
  const period = readPeriod(periodo ?? usualPeriod(q !== undefined), now);
  return { status, from: period?.from, to: period?.until, minCents: min, maxCents: max, q };
}

function NewButton(): ReactNode {
  const say = useWords(words);
  const params = useTenant();
  if (!useMay()('withdrawal:create')) return null;
  return (
    <Button
      leftSection={<Icon name="plus" />}
      renderRoot={(props) => (
        <Link to="/$accountId/$mode/withdrawals/new" params={params} {...props} />
      )}
    >
      {say.add}
    </Button>
  );
}

function WithdrawalFilters(): ReactNode {
  const say = useWords(words);
  const names = useWords(uiWords).status.withdrawal;
  const [{ status, periodo, min, max, q }, change, clear] = useFilters(readWithdrawalsSearch);
  return (
    <Filters onClear={clear}>
      <PeriodFilter
        value={periodo}
        fallback={usualPeriod(q !== undefined)}
        onChange={(value) => change({ periodo: value })}
      />
      <ChoiceFilter
        label={say.status}
        isFeminine
        options={STATUSES.map((value) => ({ value, label: names[value] }))}
        value={status}
        onChange={(value) => change({ status: value })}
      />
      <TextFilter
        label={say.search}
        value={q}
        onChange={(value, how) => change({ q: value }, how)}
      />
      <AmountFilter which="atLeast" value={min} onChange={(value) => change({ min: value })} />
      <AmountFilter which="atMost" value={max} onChange={(value) => change({ max: value })} />
    </Filters>
  );
}

function useColumns(): Column<WithdrawalRow>[] {
  const say = useWords(words);
  return [
    { name: 'created', title: say.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'key',
      title: say.key,
      cell: ({ pixKey, pixKeyType }) => (
        <>
          {pixKey}
          <span className={style['aside']}>{say.types[pixKeyType]}</span>
        </>
      ),
    },
    {
      name: 'status',
      title: say.status,
      identifies: true,
      cell: ({ status, reason }) => (
        <>
          <Status of="withdrawal" status={status} />
          {reason !== null && <span className={style['aside']}>{say.reasons[reason]}</span>}
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
      name: 'inDepix',
      title: say.inDepix,
      end: true,
      cell: ({ depositAmountCents }) => <Depix cents={depositAmountCents} />,
    },
    {
      name: 'externalId',
      title: say.externalId,
      wideOnly: true,
      cell: ({ externalId }) => <span className="ui-typed">{externalId ?? '–'}</span>,
    },
  ];
}
