import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { ChoiceFilter, Filters, PeriodFilter, TextFilter, useFilters } from '../ui/filters.tsx';
import { type Column, List } from '../ui/list.tsx';
import { ANY_TIME, readPeriod } from '../ui/period.ts';
import { Status } from '../ui/status.tsx';
import { useTenantList } from '../ui/use-tenant-list.ts';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import { addressOf } from './address.ts';
import { causeIn } from './cause.ts';
import { words as deliveryWords } from './delivery-words.ts';
import { EVENTS, readDeliveriesSearch } from './search.ts';
import { words } from './words.ts';

/** The deliveries of one endpoint, or of all. */
export function Deliveries({ endpointId }: { endpointId?: string }): ReactNode {
  const say = useWords(deliveryWords);
  const { accountId, mode } = useTenant();
  const [{ endpoint, periodo, evento, resultado, id }, , clear] = useFilters(readDeliveriesSearch);
  const period = readPeriod(periodo ?? ANY_TIME, useNow());
  const list = useTenantList('listWebhookDeliveries', {
    query: {
      endpointId: endpointId ?? endpoint,
      event: evento,
      status: resultado,
      resourceId: id,
      from: period?.from,
      to: period?.until,
      limit: 25,
    },
    everyMs: 15_000,
  });
  const columns = useColumns();
  return (
    <>
      <DeliveryFilters ofAll={endpointId === undefined} />
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={
          endpointId === undefined ? columns : columns.filter(({ name }) => name !== 'endpoint')
        }
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
        empty={<Empty icon="send">{clear ? say.emptyFiltered : say.empty}</Empty>}
      />
    </>
  );
}

function DeliveryFilters({ ofAll }: { ofAll: boolean }): ReactNode {
  const say = useWords(deliveryWords);
  const names = useWords(words).event;
  const [{ endpoint, periodo, evento, resultado, id }, change, clear] =
    useFilters(readDeliveriesSearch);
  return (
    <Filters onClear={clear}>
      <PeriodFilter
        value={periodo}
        fallback={ANY_TIME}
        onChange={(value) => change({ periodo: value })}
      />
      {ofAll && (
        <EndpointFilter value={endpoint} onChange={(value) => change({ endpoint: value })} />
      )}
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

interface EndpointFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function EndpointFilter({ value, onChange }: EndpointFilterProps): ReactNode {
  const say = useWords(deliveryWords);
  const { data } = useTenantQuery('listWebhookEndpoints', { query: { limit: 100 } });
  const options = (data?.data ?? []).map(({ id, url }) => ({ value: id, label: addressOf(url) }));
  return (
    <ChoiceFilter
      label={say.endpoint}
      options={options}
      value={value}
      onChange={onChange}
      isReadLater
    />
  );
}

function Code({ full, text }: { full: string; text: string }): ReactNode {
  return (
    <span className="ui-mono ui-figures" title={full}>
      {text}
    </span>
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
      name: 'endpoint',
      title: say.endpoint,
      cell: ({ url }) => <Code full={url} text={shortened(addressOf(url), 18, 10)} />,
    },
    {
      name: 'result',
      title: say.result,
      identifies: true,
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
      cell: ({ resourceId }) => <Code full={resourceId} text={shortened(resourceId, 8, 6)} />,
    },
    {
      name: 'at',
      title: say.at,
      identifies: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ];
}
