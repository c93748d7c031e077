import { Button, Text } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiRequest } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { useFilters } from '../ui/filters.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { count, shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { ErrorGroups } from './error-groups.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestStatus } from './request-status.tsx';
import { readRequestsSearch } from './search.ts';
import { words } from './words.ts';

export function Requests(): ReactNode {
  const say = useWords(words);
  const [{ aba }, change] = useFilters(readRequestsSearch);
  const tab = aba ?? 'pedidos';
  return (
    <Page title={say.title}>
      <Text c="dimmed" mb="md">
        {say.intro}
      </Text>
      <Tabs
        label={say.tabs.label}
        tabs={[
          { name: 'pedidos', title: say.tabs.requests },
          { name: 'erros', title: say.tabs.errors },
        ]}
        value={tab}
        onChange={(name) => change({ aba: name === 'erros' ? 'erros' : undefined })}
      >
        {tab === 'erros' ? <ErrorGroups /> : <RequestList />}
      </Tabs>
      <Outlet />
    </Page>
  );
}

function RequestList(): ReactNode {
  const say = useWords(words);
  const { accountId, mode } = useTenant();
  const [{ resultado, metodo, chave, rota, q }, , clear] = useFilters(readRequestsSearch);
  const list = useTenantList('listRequests', {
    query: { status: resultado, method: metodo, keyId: chave, route: rota, q, limit: 25 },
    everyMs: 15_000,
  });
  return (
    <>
      <RequestFilters />
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/$accountId/$mode/requests/$id',
          params: { accountId, mode, id },
        })}
        failed={say.failed}
        expected={10}
        empty={<NoRequests isFiltered={clear !== undefined} hasOlder={list.nextCursor !== null} />}
      />
    </>
  );
}

function NoRequests(props: { isFiltered: boolean; hasOlder: boolean }): ReactNode {
  const say = useWords(words);
  const params = useTenant();
  if (props.hasOlder) return <Empty icon="log">{say.emptyPage}</Empty>;
  if (props.isFiltered) return <Empty icon="log">{say.emptyFiltered}</Empty>;
  const makeKey = (
    <Button
      renderRoot={(rest) => (
        <Link to="/$accountId/$mode/keys" params={params} search={{ nova: '1' }} {...rest} />
      )}
    >
      {say.makeKey}
    </Button>
  );
  return (
    <Empty icon="log" action={makeKey}>
      {say.empty}
    </Empty>
  );
}

function useColumns(): Column<ApiRequest>[] {
  const say = useWords(words);
  return [
    {
      name: 'request',
      title: say.request,
      cell: ({ method, path }) => (
        <span className="ui-mono">
          {method} {path}
        </span>
      ),
    },
    {
      name: 'result',
      title: say.result,
      identifies: true,
      cell: (request) => <RequestStatus status={request.status} error={request.error} />,
    },
    { name: 'key', title: say.key, cell: ({ keyName }) => keyName || say.unnamedKey },
    {
      name: 'idempotency',
      title: say.idempotencyKey,
      wideOnly: true,
      cell: ({ idempotencyKey }) =>
        idempotencyKey === null ? (
          '–'
        ) : (
          <span className="ui-mono" title={idempotencyKey}>
            {shortened(idempotencyKey, 14, 6)}
          </span>
        ),
    },
    {
      name: 'duration',
      title: say.duration,
      end: true,
      cell: ({ durationMs }) => say.ms({ ms: count(durationMs) }),
    },
    { name: 'at', title: say.at, cell: ({ at }) => <Ago at={at} clock="world" /> },
  ];
}
