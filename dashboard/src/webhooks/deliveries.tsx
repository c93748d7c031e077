import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { ChoiceFilter, Filters, TextFilter, useFilters } from '../ui/filters.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Status } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { useWords } from '../words/use-words.ts';
import { causeIn } from './cause.ts';
import { words as deliveryWords } from './delivery-words.ts';
import { EVENTS, readEndpointSearch } from './search.ts';
import { words } from './words.ts';

/** What was sent: to one endpoint, or to all. */
export function Deliveries({ endpointId }: { endpointId?: string }): ReactNode {
  const say = useWords(deliveryWords);
  const { accountId, mode } = useTenant();
  const [search] = useFilters(readEndpointSearch);
  const { evento, resultado, id } = search;
  const list = useTenantList('listWebhookDeliveries', {
    query: { endpointId, event: evento, status: resultado, resourceId: id, limit: 25 },
    everyMs: 15_000,
  });
  const isFiltered = evento !== undefined || resultado !== undefined || id !== undefined;
  return (
    <>
      <DeliveryFilters />
      <List
        label={say.title}
        list={list}
        columns={useColumns()}
        rowId={(row) => row.id}
        rowLink={(row) =>
          endpointId === undefined
            ? {
                to: '/$accountId/$mode/webhooks/deliveries/$id',
                params: { accountId, mode, id: row.id },
              }
            : {
                to: '/$accountId/$mode/webhooks/$id/deliveries/$deliveryId',
                params: { accountId, mode, id: endpointId, deliveryId: row.id },
              }
        }
        failed={say.failed}
        expected={10}
        empty={<Empty icon="send">{isFiltered ? say.emptyFiltered : say.empty}</Empty>}
      />
    </>
  );
}

function DeliveryFilters(): ReactNode {
  const say = useWords(deliveryWords);
  const names = useWords(words).event;
  const [{ evento, resultado, id }, change] = useFilters(readEndpointSearch);
  const isFiltered = evento !== undefined || resultado !== undefined || id !== undefined;
  const clear = () => change({ evento: undefined, resultado: undefined, id: undefined });
  return (
    <Filters onClear={isFiltered ? clear : undefined}>
      <ChoiceFilter
        label={say.event}
        value={evento}
        onChange={(value) => change({ evento: value })}
        options={[...EVENTS, 'test.ping' as const].map((value) => ({ value, label: names[value] }))}
      />
      <ChoiceFilter
        label={say.result}
        value={resultado}
        onChange={(value) => change({ resultado: value })}
        options={[
          { value: 'succeeded', label: say.succeeded },
          { value: 'pending', label: say.pending },
          { value: 'failed', label: say.failedOnes },
        ]}
      />
      <TextFilter
        label={say.idFilter}
        value={id}
        onChange={(value, how) => change({ id: value }, how)}
      />
    </Filters>
  );
}

function useColumns(): Column<WebhookDelivery>[] {
  const say = useWords(deliveryWords);
  const names = useWords(words);
  return [
    {
      name: 'event',
      title: say.event,
      cell: ({ event }) => (
        <>
          {names.event[event]}{' '}
          <Text span size="sm" c="dimmed" className="ui-mono">
            {event}
          </Text>
        </>
      ),
    },
    {
      name: 'result',
      title: say.result,
      cell: ({ status }) => <Status of="delivery" status={status} />,
    },
    {
      name: 'answer',
      title: say.answer,
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last === undefined ? say.waiting : causeIn(names.cause, last);
      },
    },
    {
      name: 'attempts',
      title: say.attempts,
      end: true,
      wideOnly: true,
      cell: ({ attemptCount }) => attemptCount,
    },
    {
      name: 'about',
      title: say.about,
      wideOnly: true,
      cell: ({ resourceId }) => <span className="ui-mono">{resourceId}</span>,
    },
    { name: 'at', title: say.at, cell: ({ createdAt }) => <DateTime at={createdAt} ago /> },
  ];
}
