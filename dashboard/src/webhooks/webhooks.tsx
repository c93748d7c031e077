import { Button, Text } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useFilters } from '../ui/filters.tsx';
import { Icon } from '../ui/icons.tsx';
import { useChangedRow } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { withoutFilters } from '../ui/search-reader.ts';
import { Tabs } from '../ui/tabs.tsx';
import { useWords } from '../words/use-words.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { NewEndpoint } from './new-endpoint.tsx';
import { readWebhooksSearch } from './search.ts';
import { words } from './words.ts';

export function Webhooks(): ReactNode {
  const say = useWords(words);
  const mayChange = useMay()('webhook:manage');
  const [search, change] = useFilters(readWebhooksSearch);
  const [isAdding, setAdding] = useState(false);
  const [changed, markChanged] = useChangedRow();
  const tab = search.aba ?? 'endpoints';
  const isEmpty = useTenantQuery('listWebhookEndpoints').data?.data.length === 0;
  const add = mayChange ? (
    <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {say.add}
    </Button>
  ) : undefined;
  const isInList = isEmpty && tab === 'endpoints';
  return (
    <Page title={say.title} actions={isInList ? undefined : add}>
      <Text c="dimmed" mb="md">
        {say.intro}
      </Text>
      <Tabs
        label={say.tabs.label}
        tabs={[
          { name: 'endpoints', title: say.tabs.endpoints },
          { name: 'entregas', title: say.tabs.deliveries },
        ]}
        value={tab}
        onChange={(name) =>
          change({ ...withoutFilters(search), aba: name === 'entregas' ? 'entregas' : undefined })
        }
      >
        {tab === 'endpoints' ? <EndpointList changed={changed} add={add} /> : <Deliveries />}
      </Tabs>
      {isAdding && <NewEndpoint onClose={() => setAdding(false)} onAdded={markChanged} />}
      <Outlet />
    </Page>
  );
}
