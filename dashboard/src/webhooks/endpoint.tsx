import { Skeleton, Stack } from '@mantine/core';
import { Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../api/operations.ts';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { DataList } from '../ui/data-list.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { useWords } from '../words/use-words.ts';
import { addressOf } from './address.ts';
import { Deliveries } from './deliveries.tsx';
import { words as deliveryWords } from './delivery-words.ts';
import { EndpointActs, EndpointDialog, type OpenedAct } from './endpoint-acts.tsx';
import { EndpointHealthShown } from './endpoint-health.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { words as endpointWords } from './endpoint-words.ts';
import { EVENTS } from './search.ts';
import { words } from './words.ts';

export function Endpoint(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const say = useWords(endpointWords);
  const list = useWords(words).title;
  const params = useTenant();
  // There are at most twenty, so one of them is found in the list.
  const { data, error, refetch } = useTenantQuery('listWebhookEndpoints', {
    query: { limit: 100 },
  });
  const endpoint = data?.data.find((one) => one.id === id);
  const [opened, setOpened] = useState<OpenedAct>();
  return (
    <Page
      title={endpoint === undefined ? say.title : addressOf(endpoint.url)}
      crumbs={[{ label: list, link: { to: '/$accountId/$mode/webhooks', params } }]}
    >
      {endpoint !== undefined ? (
        <Found endpoint={endpoint} onOpen={setOpened} />
      ) : error !== null ? (
        <Failure error={error} what={say.failed} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height="24rem" />
      ) : (
        <Empty icon="webhook">{say.notFound}</Empty>
      )}
      {opened !== undefined && <EndpointDialog {...opened} onClose={() => setOpened(undefined)} />}
      <Outlet />
    </Page>
  );
}

interface FoundProps {
  endpoint: WebhookEndpoint;
  onOpen: (opened: OpenedAct) => void;
}

function Found({ endpoint, onOpen }: FoundProps): ReactNode {
  const say = useWords(endpointWords);
  const names = useWords(words);
  const deliveries = useWords(deliveryWords);
  const mayChange = useMay()('webhook:manage');
  const { events } = endpoint;
  const eventText =
    events.length === EVENTS.length
      ? names.allEvents
      : events.map((event) => names.event[event]).join(', ');
  return (
    <Stack gap="xl">
      <Stack gap="md">
        {mayChange && <EndpointActs endpoint={endpoint} onOpen={onOpen} />}
        <DataList
          facts={[
            { label: names.url, value: <span className="ui-mono">{endpoint.url}</span> },
            { label: names.state, value: <EndpointState endpoint={endpoint} /> },
            { label: names.events, value: eventText },
            { label: say.description, value: endpoint.description || undefined },
            { label: say.created, value: <DateTime at={endpoint.createdAt} /> },
          ]}
        />
      </Stack>
      <Part title={say.healthTitle}>
        <EndpointHealthShown id={endpoint.id} />
      </Part>
      <Part title={deliveries.title}>
        <Deliveries endpointId={endpoint.id} />
      </Part>
    </Stack>
  );
}
