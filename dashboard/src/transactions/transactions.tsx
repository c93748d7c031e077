import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { QueryOf } from '../api/call.ts';
import type { Transaction } from '../api/operations.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { useFallbackMs, useLiveChange } from '../live/use-live.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { ChoiceFilter, Filters, PeriodFilter, TextFilter, useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { readPeriod, usualPeriod } from '../ui/period.ts';
import { Status } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { Balance } from './balance.tsx';
import { entryOf, sumsOf } from './ledger.ts';
import { KINDS, readTransactionsSearch, STATUSES, type TransactionsSearch } from './search.ts';
import style from './transactions.module.css';
import { words } from './words.ts';

export function Transactions(): ReactNode {
  const say = useWords(words);
  const tenant = useTenant();
  const [search, , clear] = useFilters(readTransactionsSearch);
  const query = queryOf(search, useNow());
  const everyMs = useFallbackMs();
  const list = useTenantList('listTransactions', { query, everyMs });
  const [changed, markChanged] = useChangedRow();
  useLiveChange('deposit', ({ id }) => markChanged(id));
  useLiveChange('withdrawal', ({ id }) => markChanged(id));
  return (
    <Page
      title={say.title}
      actions={<ExportButton operation="exportTransactions" query={query} byMonth />}
    >
      <Balance />
      <TransactionFilters />
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id, type }) => ({
          to: `/$accountId/$mode/${type}s/$id`,
          params: { ...tenant, id },
          search: {},
        })}
        changed={changed}
        failed={say.failed}
        expected={10}
        empty={<Empty icon="list">{clear ? say.noneFiltered : say.none}</Empty>}
      />
      {list.rows !== undefined && list.rows.length > 0 && <Sums rows={list.rows} />}
    </Page>
  );
}

function TransactionFilters(): ReactNode {
  const say = useWords(words);
  const [{ tipo, status, periodo, pedido }, change, clear] = useFilters(readTransactionsSearch);
  return (
    <Filters onClear={clear}>
      <PeriodFilter
        value={periodo}
        fallback={usualPeriod(pedido !== undefined)}
        onChange={(value) => change({ periodo: value })}
      />
      <ChoiceFilter
        label={say.kind}
        options={KINDS.map((value) => ({ value, label: say.kinds[value] }))}
        value={tipo}
        onChange={(value) => change({ tipo: value })}
      />
      <ChoiceFilter
        label={say.status}
        isFeminine
        options={STATUSES.map((value) => ({ value, label: say.statuses[value] }))}
        value={status}
        onChange={(value) => change({ status: value })}
      />
      <TextFilter
        label={say.order}
        value={pedido}
        onChange={(value, how) => change({ pedido: value }, how)}
      />
    </Filters>
  );
}

function queryOf(
  search: TransactionsSearch,
  now: number,
): Omit<QueryOf<'listTransactions'>, 'cursor' | 'limit'> {
  const { tipo, status, periodo, pedido } = search;
  const period = readPeriod(periodo ?? usualPeriod(pedido !== undefined), now);
  return { type: tipo, status, from: period?.from, to: period?.until, externalId: pedido };
}

function Sums({ rows }: { rows: readonly Transaction[] }): ReactNode {
  const say = useWords(words);
  const { grossCents, feeCents, netCents } = sumsOf(rows);
  const sums = [
    [say.gross, grossCents],
    [say.fee, feeCents],
    [say.net, netCents],
  ] as const;
  return (
    <section aria-label={say.sums}>
      <Text fw={600} mt="md" mb="xs">
        {say.sums}
      </Text>
      <dl className={style['sums']}>
        {sums.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="xs">
        {say.sumsNote}
      </Text>
    </section>
  );
}

function useColumns(): Column<Transaction>[] {
  const say = useWords(words);
  return [
    { name: 'when', title: say.when, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'what',
      title: say.what,
      identifies: true,
      cell: ({ type, externalId }) => (
        <>
          <span className={style['kind']}>
            <Icon name={type} size={16} />
            {say.kinds[type]}
          </span>
          {externalId !== null && <span className={style['aside']}>{externalId}</span>}
        </>
      ),
    },
    {
      name: 'status',
      title: say.status,
      identifies: true,
      cell: ({ type, status }) => <Status of={type} status={status} />,
    },
    {
      name: 'gross',
      title: say.gross,
      identifies: true,
      end: true,
      cell: (row) => <Money cents={entryOf(row).grossCents} />,
    },
    {
      name: 'fee',
      title: say.fee,
      end: true,
      cell: (row) => <Money cents={entryOf(row).feeCents} />,
    },
    {
      name: 'net',
      title: say.net,
      end: true,
      cell: (row) => <Money cents={entryOf(row).netCents} />,
    },
  ];
}
