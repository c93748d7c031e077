import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ErrorGroup, ErrorSummary } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Answer } from '../ui/answer.tsx';
import { Ago } from '../ui/date-time.tsx';
import { listOf } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { Part } from '../ui/part.tsx';
import { count } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { METHODS } from './search.ts';
import { words } from './words.ts';

const SHOWN = 5;

/** Recent refusals, the most frequent first; each group leads to its requests. */
export function ErrorGroups(): ReactNode {
  const say = useWords(words).groups;
  const query = useTenantQuery('summarizeRequests', { everyMs: 60_000 });
  return (
    <Part title={say.title}>
      <Answer query={query} failed={say.failed} waiting={<Skeleton height="8rem" />}>
        {(summary) => <Groups {...summary} />}
      </Answer>
    </Part>
  );
}

function Groups({ data, isComplete }: ErrorSummary): ReactNode {
  const say = useWords(words).groups;
  const [isWhole, setWhole] = useState(false);
  const columns = useColumns();
  const rows = isWhole ? data : data.slice(0, SHOWN);
  return (
    <>
      <List
        label={say.title}
        list={listOf(rows)}
        columns={columns}
        rowId={({ method, route, status, error }) => `${method} ${route} ${status} ${error ?? ''}`}
        empty={<Text c="dimmed">{say.none}</Text>}
      />
      {data.length > SHOWN && (
        <Button variant="subtle" mt="xs" onClick={() => setWhole(!isWhole)}>
          {isWhole ? say.less : say.show({ count: data.length })}
        </Button>
      )}
      {!isComplete && (
        <Text size="sm" c="dimmed">
          {say.partial}
        </Text>
      )}
    </>
  );
}

function useColumns(): Column<ErrorGroup>[] {
  const say = useWords(words).groups;
  const params = useTenant();
  return [
    {
      name: 'error',
      title: say.error,
      cell: ({ error, status, method, route }) => (
        <Link
          to="/$accountId/$mode/requests"
          params={params}
          search={{
            resultado: status < 500 ? 'client_error' : 'server_error',
            metodo: METHODS.find((known) => known === method),
            rota: route,
          }}
          aria-label={say.filter({ error: error ?? String(status) })}
        >
          <span className="ui-mono">{error ?? status}</span>
        </Link>
      ),
    },
    {
      name: 'route',
      title: say.route,
      cell: ({ method, route, status }) => (
        <span className="ui-mono">
          {method} {route} ({status})
        </span>
      ),
    },
    { name: 'day', title: say.day, end: true, cell: ({ count24h }) => count(count24h) },
    { name: 'week', title: say.week, end: true, cell: ({ count7d }) => count(count7d) },
    { name: 'last', title: say.last, cell: ({ lastAt }) => <Ago at={lastAt} clock="world" /> },
  ];
}
