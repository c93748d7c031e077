import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OperatorAccount, OperatorSettings } from '../api/operations.ts';
import { UnseenTags } from '../reversals/unseen-tags.tsx';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { Filters, TextFilter, useFilters } from '../ui/filters.tsx';
import { type Column, List } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './account-words.ts';
import { SafeModeNotice } from './safe-mode-notice.tsx';
import { readOperatorAccountsSearch } from './search.ts';
import { useIsConfigured, useOperatorList } from './use-operator.ts';

export function OperatorAccounts(): ReactNode {
  const say = useWords(words);
  const [{ q }, change, clear] = useFilters(readOperatorAccountsSearch);
  const list = useOperatorList('listAllAccounts', { query: { q }, isPaged: true });
  return (
    <Page title={say.title}>
      <SafeModeNotice />
      <Filters onClear={clear}>
        <TextFilter
          label={say.search}
          value={q}
          onChange={(text, how) => change({ q: text }, how)}
        />
      </Filters>
      <List
        label={say.title}
        list={list}
        hasFilters
        columns={useColumns()}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/operator/accounts/$id', params: { id }, search: {} })}
        failed={say.failed}
        expected={10}
        empty={<Empty icon="users">{clear ? say.emptyFiltered : say.empty}</Empty>}
      />
    </Page>
  );
}

function useColumns(): Column<OperatorAccount>[] {
  const say = useWords(words);
  return [
    {
      name: 'name',
      title: say.name,
      cell: ({ name, email }) => (
        <>
          <span className="ui-typed">{name ?? say.unnamed}</span>
          <Text span display="block" size="sm" c="dimmed" className="ui-mono">
            {email}
          </Text>
        </>
      ),
    },
    { name: 'takes', title: say.takes, cell: ({ live }) => <Taking settings={live} /> },
    {
      name: 'volume',
      title: say.volume,
      end: true,
      cell: ({ volume: { live } }) => (
        <>
          <Money cents={live.amountCents} />
          <Text span display="block" size="sm" c="dimmed">
            {say.deposits({ count: live.count })}
          </Text>
        </>
      ),
    },
    { name: 'alerts', title: say.alerts, cell: ({ alerts }) => <Alerts alerts={alerts} /> },
    {
      name: 'created',
      title: say.created,
      wideOnly: true,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ];
}

/** Which new orders live mode accepts, in one word. */
function Taking({ settings }: { settings: OperatorSettings }): ReactNode {
  const { taking: say, notConfigured } = useWords(words);
  const isConfigured = useIsConfigured('live');
  const { depositsEnabled, withdrawalsEnabled } = settings;
  if (!isConfigured) {
    return (
      <Tag tone="neutral" icon="close">
        {notConfigured}
      </Tag>
    );
  }
  if (depositsEnabled && withdrawalsEnabled) {
    return (
      <Tag tone="ok" icon="check">
        {say.all}
      </Tag>
    );
  }
  const rest = depositsEnabled ? say.deposits : say.withdrawals;
  return (
    <Tag tone={depositsEnabled || withdrawalsEnabled ? 'warn' : 'danger'} icon="alert">
      {depositsEnabled || withdrawalsEnabled ? rest : say.nothing}
    </Tag>
  );
}

export function Alerts({ alerts }: { alerts: OperatorAccount['alerts'] }): ReactNode {
  const say = useWords(words);
  const { med, estorno, open } = alerts;
  if (med + estorno + open === 0) return <Text c="dimmed">{say.noAlerts}</Text>;
  return (
    <Group gap={6}>
      <UnseenTags counts={alerts} say={say} />
      {open > 0 && (
        <div>
          <Tag tone="info" icon="shield">
            {say.open({ count: open })}
          </Tag>
        </div>
      )}
    </Group>
  );
}
