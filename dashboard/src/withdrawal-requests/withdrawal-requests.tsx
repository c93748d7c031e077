import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WithdrawalRequestRow } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { useFallbackMs, useLiveChange } from '../live/use-live.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { ChoiceFilter, Filters, useFilters } from '../ui/filters.tsx';
import { type Column, List, useChangedRow } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { RequestState } from './request-state.tsx';
import { readRequestsSearch } from './search.ts';
import { words } from './words.ts';

export function WithdrawalRequests(): ReactNode {
  const say = useWords(words);
  const tenant = useTenant();
  const [{ espera }, change] = useFilters(readRequestsSearch);
  const everyMs = useFallbackMs();
  const list = useTenantList('listWithdrawalRequests', {
    query: espera === undefined ? {} : { waiting: 'true' },
    everyMs,
  });
  const [changed, markChanged] = useChangedRow();
  useLiveChange('withdrawal_request', ({ id }) => markChanged(id));
  return (
    <Page title={say.title}>
      <Filters>
        <ChoiceFilter
          label={say.filter}
          options={[{ value: '1', label: say.waitingOnly }]}
          value={espera}
          onChange={(value) => change({ espera: value })}
        />
      </Filters>
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/$accountId/$mode/withdrawal-requests/$id',
          params: { ...tenant, id },
        })}
        changed={changed}
        failed={say.failed}
        expected={3}
        empty={<Empty icon="check">{espera === undefined ? say.empty : say.emptyFiltered}</Empty>}
      />
      <Outlet />
    </Page>
  );
}

function useColumns(): Column<WithdrawalRequestRow>[] {
  const say = useWords(words);
  return [
    { name: 'created', title: say.created, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      name: 'agent',
      title: say.agent,
      identifies: true,
      cell: ({ agent }) => agent.name || say.unnamed,
    },
    {
      name: 'key',
      title: say.key,
      cell: ({ pixKey, pixKeyType }) => `${pixKey} (${say.types[pixKeyType]})`,
    },
    {
      name: 'state',
      title: say.state,
      identifies: true,
      cell: ({ state }) => <RequestState state={state} />,
    },
    {
      name: 'amount',
      title: say.amount,
      identifies: true,
      end: true,
      cell: ({ amountCents }) => <Money cents={amountCents} />,
    },
  ];
}
