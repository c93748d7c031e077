import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Transaction } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Icon } from '../ui/icons.tsx';
import { listStateOf } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { words } from './words.ts';

interface LatestProps {
  query: ReturnType<typeof useLatest>;
  empty: ReactNode;
}

export function useLatest(everyMs: number | undefined) {
  return useTenantQuery('listTransactions', { query: { limit: 8 }, everyMs });
}

export function Latest({ query, empty }: LatestProps): ReactNode {
  const say = useWords(words).latest;
  const tenant = useTenant();
  return (
    <section className={`${style['card']} ${style['latest']}`} aria-label={say.title}>
      <div className={style['title']}>
        <Title order={2} size="h4">
          {say.title}
        </Title>
        <Link to="/$accountId/$mode/transactions" params={tenant}>
          {say.all}
        </Link>
      </div>
      <List
        label={say.title}
        list={listStateOf<Transaction>(query)}
        isPaged={false}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id, type }) => ({
          to: `/$accountId/$mode/${type}s/$id`,
          params: { ...tenant, id },
          search: {},
        })}
        failed={say.failed}
        empty={empty}
      />
    </section>
  );
}

function useColumns(): Column<Transaction>[] {
  const say = useWords(words).latest;
  return [
    {
      name: 'what',
      title: say.what,
      cell: ({ type }) => (
        <span className={style['kind']}>
          <Icon name={type} size={16} />
          {say[type]}
        </span>
      ),
    },
    {
      name: 'when',
      title: say.when,
      identifies: true,
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      name: 'status',
      title: say.status,
      identifies: true,
      cell: ({ type, status }) => <Status of={type} status={status} />,
    },
    {
      name: 'amount',
      title: say.amount,
      identifies: true,
      end: true,
      cell: ({ type, amountCents }) => (
        <Money cents={type === 'withdrawal' ? -amountCents : amountCents} />
      ),
    },
  ];
}
