import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EndpointHealth, WebhookEndpoint } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { type Column, List } from '../ui/list.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { percent } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { causeIn } from './cause.ts';
import { EndpointState } from './endpoint-state.tsx';
import { EVENTS } from './search.ts';
import { words } from './words.ts';

interface EndpointListProps {
  changed: string | undefined;
  /** The button that adds one, shown when there is none. */
  add: ReactNode;
}

export function EndpointList({ changed, add }: EndpointListProps): ReactNode {
  const say = useWords(words);
  const { accountId, mode } = useTenant();
  const list = useTenantList('listWebhookEndpoints');
  const health = useTenantQuery('listEndpointHealth', { everyMs: 30_000 });
  const healthOf = (id: string) => health.data?.data.find(({ endpointId }) => endpointId === id);
  return (
    <>
      {health.error !== null && list.error === null && (
        <Failure error={health.error} what={say.healthFailed} retry={() => void health.refetch()} />
      )}
      <List
        label={say.title}
        list={list}
        columns={useColumns(healthOf, health.isPending)}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/$accountId/$mode/webhooks/$id',
          params: { accountId, mode, id },
          search: {},
        })}
        changed={changed}
        failed={say.failed}
        expected={3}
        empty={
          <Empty icon="webhook" action={add}>
            {say.empty}
          </Empty>
        }
      />
    </>
  );
}

function useColumns(
  healthOf: (id: string) => EndpointHealth | undefined,
  isWaiting: boolean,
): Column<WebhookEndpoint>[] {
  const say = useWords(words);
  const known = (id: string, show: (health: EndpointHealth) => ReactNode): ReactNode => {
    const health = healthOf(id);
    return health === undefined ? (isWaiting ? '…' : '–') : show(health);
  };
  return [
    { name: 'url', title: say.url, cell: ({ url }) => <span className="ui-mono">{url}</span> },
    { name: 'state', title: say.state, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    {
      name: 'success',
      title: say.success24h,
      end: true,
      cell: ({ id }) =>
        known(id, ({ success24h }) => (success24h === null ? say.noAttempts : percent(success24h))),
    },
    {
      name: 'failure',
      title: say.lastFailure,
      cell: ({ id }) =>
        known(id, ({ lastFailure }) =>
          lastFailure === null ? (
            say.none
          ) : (
            <>
              {causeIn(say.cause, { ...lastFailure, error: lastFailure.cause })}{' '}
              <Text span size="sm" c="dimmed">
                <Ago at={lastFailure.at} />
              </Text>
            </>
          ),
        ),
    },
    {
      name: 'events',
      title: say.events,
      cell: ({ events }) =>
        events.length === EVENTS.length
          ? say.allEvents
          : say.someEvents({ count: events.length, all: EVENTS.length }),
    },
  ];
}
