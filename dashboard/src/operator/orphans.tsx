import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Orphan } from '../api/operations.ts';
import { Ago } from '../ui/date-time.tsx';
import { Empty } from '../ui/empty.tsx';
import { listOf } from '../ui/list-state.ts';
import { type Column, List } from '../ui/list.tsx';
import { Section } from '../ui/section.tsx';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './book-words.ts';
import { Code, ConnectionName } from './code.tsx';
import { useOperatorQuery } from './use-operator.ts';

export function Orphans(): ReactNode {
  const say = useWords(words).orphans;
  const found = useOperatorQuery('listOrphans');
  return (
    <Section title={say.title} about={say.about}>
      <List
        label={say.title}
        list={listOf(found.data?.data, found)}
        columns={useColumns()}
        rowId={({ connection, providerRef }) => `${connection} ${providerRef}`}
        failed={say.failed}
        expected={3}
        empty={<Empty icon="check">{say.empty}</Empty>}
      />
      {found.data?.hasMore === true && (
        <Text size="sm" c="dimmed" mt="sm">
          {say.more}
        </Text>
      )}
    </Section>
  );
}

function useColumns(): Column<Orphan>[] {
  const say = useWords(words).orphans;
  const provider: Record<string, string> = say.provider;
  return [
    { name: 'what', title: say.what, cell: ({ operation }) => say.operation[operation] },
    {
      name: 'reference',
      title: say.reference,
      cell: ({ providerRef }) => <Code text={providerRef} label={say.reference} />,
    },
    {
      name: 'where',
      title: say.where,
      cell: ({ connection }) => <ConnectionName connection={connection} />,
    },
    { name: 'found', title: say.found, cell: ({ foundBy }) => say.foundBy[foundBy] },
    { name: 'at', title: say.at, cell: ({ foundAt }) => <Ago at={foundAt} /> },
    {
      name: 'status',
      title: say.status,
      cell: ({ providerStatus, paidAt }) => (
        <>
          {providerStatus !== null &&
            (provider[providerStatus] ?? <span className="ui-mono">{providerStatus}</span>)}{' '}
          <Tag tone={paidAt === null ? 'neutral' : 'danger'} icon={paidAt ? 'alert' : 'clock'}>
            {paidAt === null ? say.unpaid : say.paid}
          </Tag>
        </>
      ),
    },
  ];
}
